# Installs exactly the packages of package-lock.json, and says what to do where that fails.
execute_process(COMMAND ${NPM} ci --no-audit --no-fund RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "npm could not install the packages that the page of the HTML report is built with:\n${output}\n"
    "It needs a registry: see npm config get registry, and try npm ci in report-ui/.")
endif()
file(TOUCH node_modules/.installed)
