// The page of the HTML report as bytes of the executable. SELVAGE_REPORT_PAGE is the file that report-ui/ builds.
    .section .rodata
    .globl selvage_report_page
    .globl selvage_report_page_end
selvage_report_page:
    .incbin SELVAGE_REPORT_PAGE
selvage_report_page_end:
    .section .note.GNU-stack, "", @progbits
