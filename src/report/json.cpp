#include "report/json.h"

#include <utility>

namespace selvage::report {
namespace {

using nlohmann::ordered_json;

// Takes keys in the order in which they are to be read.
class Writer {
 public:
  Writer& text(const char* key, const std::string& value) {
    if (!value.empty()) object_[key] = value;
    return *this;
  }
  template <typename Number>
  Writer& number(const char* key, Number value) {
    object_[key] = value;
    return *this;
  }
  template <typename Value>
  Writer& optional(const char* key, const std::optional<Value>& value) {
    if (value) object_[key] = *value;
    return *this;
  }
  template <typename List>
  Writer& list(const char* key, const List& values) {
    if (!values.empty()) object_[key] = values;
    return *this;
  }
  Writer& object(const char* key, ordered_json value) {
    if (!value.empty()) object_[key] = std::move(value);
    return *this;
  }
  template <typename Value, typename Function>
  Writer& objects(const char* key, const std::vector<Value>& values, Function&& of) {
    if (values.empty()) return *this;
    ordered_json& array = object_[key] = ordered_json::array();
    for (const Value& value : values) array.push_back(of(value));
    return *this;
  }
  ordered_json take() { return std::move(object_); }

 private:
  ordered_json object_ = ordered_json::object();
};

ordered_json of_place(const Place& place) {
  if (place.file.empty() && place.function.empty() && place.line == 0) return ordered_json::object();
  return Writer()
      .text("file", place.file)
      .number("line", place.line)
      .number("column", place.column)
      .text("function", place.function)
      .take();
}

ordered_json of_object(const Object& object) {
  return Writer()
      .text("kind", object.kind)
      .text("name", object.name)
      .number("address", object.address)
      .optional("block", object.block)
      .take();
}

ordered_json of_block(const Block& block) {
  return Writer()
      .text("name", block.name)
      .text("type", block.type)
      .number("size", block.size)
      .object("place", of_place(block.place))
      .take();
}

ordered_json of_step(const Step& step) {
  return Writer()
      .number("thread", step.thread)
      .optional("position", step.position)
      .text("operation", step.operation)
      .text("text", step.text)
      .optional("object", step.object)
      .object("place", of_place(step.place))
      .objects("stack", step.stack, of_place)
      .number("size", step.size)
      .optional("read", step.read)
      .optional("written", step.written)
      .number("failed", step.failed)
      .number("timed_out", step.timed_out)
      .number("spurious", step.spurious)
      .number("alternative", step.alternative)
      .number("alternatives", step.alternatives)
      .number("has_alternative_threads", step.has_alternative_threads)
      .number("in_library", step.in_library)
      .list("enabled", step.enabled)
      .list("held", step.held)
      .list("after", step.after)
      .optional("woken_by", step.woken_by)
      .list("reads_from", step.reads_from)
      .list("overwrites", step.overwrites)
      .number("is_marked", step.is_marked)
      .number("is_aside", step.is_aside)
      .number("is_folded", step.is_folded)
      .take();
}

ordered_json of_waiting(const Waiting& waiting) {
  return Writer()
      .text("text", waiting.text)
      .text("operation", waiting.operation)
      .optional("object", waiting.object)
      .number("is_blocked", waiting.is_blocked)
      .list("held_by", waiting.held_by)
      .object("held_since", of_place(waiting.held_since))
      .object("place", of_place(waiting.place))
      .object("loop", of_place(waiting.loop))
      .take();
}

ordered_json of_thread(const Thread& thread) {
  return Writer()
      .text("name", thread.name)
      .text("function", thread.function)
      .object("created", of_place(thread.created))
      .object("waiting", thread.waiting ? of_waiting(*thread.waiting) : ordered_json::object())
      .objects("stack", thread.stack, of_place)
      .take();
}

ordered_json of_access(const Access& access) {
  return Writer()
      .number("thread", access.thread)
      .optional("step", access.step)
      .text("verb", access.verb)
      .text("what", access.what)
      .object("place", of_place(access.place))
      .objects("stack", access.stack, of_place)
      .take();
}

ordered_json of_suppression(const Suppression& suppression) {
  return Writer()
      .text("pattern", suppression.pattern)
      .text("file", suppression.file)
      .number("line", suppression.line)
      .number("findings", suppression.findings)
      .take();
}

ordered_json of_note(const Note& note) {
  return Writer().text("text", note.text).object("place", of_place(note.place)).take();
}

ordered_json of_original(const std::optional<Original>& original) {
  if (!original) return ordered_json::object();
  return Writer()
      .number("steps", original->steps)
      .number("switches", original->switches)
      .number("preemptions", original->preemptions)
      .take();
}

ordered_json of_atom_row(const AtomRow& row) {
  std::vector<unsigned> holds;
  for (unsigned atom = 0; atom < 64; ++atom)
    if (row.values >> atom & 1) holds.push_back(atom);
  return Writer().optional("step", row.step).number("values", row.values).list("holds", holds).take();
}

ordered_json of_flow_side(const FlowSide& side) {
  return Writer()
      .text("secret", side.secret)
      .text("ending", side.ending)
      .list("seen", side.seen)
      .text("trace_file", side.trace_file)
      .take();
}

ordered_json of_flow(const std::optional<Flow>& flow) {
  if (!flow) return ordered_json::object();
  return Writer()
      .text("property", flow->property)
      .text("leak", flow->leak)
      .text("location", flow->location)
      .number("difference", flow->difference)
      .object("one", of_flow_side(flow->one))
      .object("other", of_flow_side(flow->other))
      .take();
}

}  // namespace

ordered_json to_json(const Counterexample& finding) {
  return Writer()
      .text("kind", finding.kind)
      .text("property", finding.property)
      .text("rule", finding.rule)
      .text("fingerprint", finding.fingerprint)
      .text("suppressed_by", finding.suppressed_by)
      .text("message", finding.message)
      .text("title", finding.title)
      .object("place", of_place(finding.place))
      .objects("threads", finding.threads, of_thread)
      .objects("objects", finding.objects, of_object)
      .objects("blocks", finding.blocks, of_block)
      .objects("steps", finding.steps, of_step)
      .objects("accesses", finding.accesses, of_access)
      .objects("notes", finding.notes, of_note)
      .text("explanation", finding.explanation)
      .list("wait_cycle", finding.wait_cycle)
      .optional("loop_begin", finding.loop_begin)
      .text("formula", finding.formula)
      .list("atoms", finding.atoms)
      .objects("atom_rows", finding.atom_rows, of_atom_row)
      .optional("atom_loop", finding.atom_loop)
      .object("flow", of_flow(finding.flow))
      .number("switches", finding.switches)
      .number("preemptions", finding.preemptions)
      .object("original", of_original(finding.original))
      .text("output", finding.output)
      .text("error_output", finding.error_output)
      .text("trace_file", finding.trace_file)
      .text("replay_command", finding.replay_command)
      .take();
}

ordered_json to_json(const Report& report) {
  auto of_finding = [](const Counterexample& finding) { return to_json(finding); };
  return Writer()
      .number("format_version", kJsonFormatVersion)
      .text("verdict", report.verdict)
      .text("verdict_text", report.verdict_text)
      .number("exit_code", report.exit_code)
      .text("error", report.error)
      .number("interrupted", report.interrupted)
      .number("looked_at_all", report.looked_at_all)
      .text("program", report.program)
      .list("arguments", report.arguments)
      .text("directory", report.directory)
      .text("source_root", report.source_root)
      .text("command", report.command)
      .text("version", report.version)
      .list("properties", report.properties)
      .list("remarks", report.remarks)
      .list("counts", report.counts)
      .text("started", report.started)
      .number("seconds", report.seconds)
      .objects("findings", report.findings, of_finding)
      .objects("suppressed", report.suppressed, of_finding)
      .objects("suppressions", report.suppressions, of_suppression)
      .list("sources", report.sources)
      .take();
}

std::string json_text(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace selvage::report
