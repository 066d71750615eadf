// The fields of everything that a trace file holds, each named once: what is written is what is read. Names, once
// published, stay; a field may be added.
#pragma once

#include "trace/trace.h"

namespace selvage::trace {

template <typename Visitor>
void fields(Visitor& visit, Program& program) {
  visit("files", program.files);
  visit("directory", program.directory);
  visit("compiler_flags", program.compiler_flags);
  visit("arguments", program.arguments);
  visit("hash", program.hash);
  visit("size", program.size);
  visit("input", program.input);
  visit("input_bytes", program.input_bytes);
}

template <typename Visitor>
void fields(Visitor& visit, Site& site) {
  visit("file", site.file);
  visit("line", site.line);
  visit("column", site.column);
  visit("function", site.function);
  visit("variable", site.variable);
}

template <typename Visitor>
void fields(Visitor& visit, Object& object) {
  visit("kind", object.kind);
  visit("name", object.name);
  visit("address", object.address);
}

template <typename Visitor>
void fields(Visitor& visit, RecordedStep& step) {
  visit("thread", step.thread);
  visit("operation", step.operation);
  visit("object", step.object);
  visit("site", step.site);
  visit("value", step.value);
  visit("size", step.size);
  visit("alternative", step.alternative);
  visit("alternatives", step.alternatives);
  visit("failed", step.failed);
  visit("timed_out", step.timed_out);
  visit("spurious", step.spurious);
  visit("enabled", step.enabled);
}

template <typename Visitor>
void fields(Visitor& visit, SourcePart& part) {
  visit("file", part.file);
  visit("first", part.first);
  visit("lines", part.lines);
}

template <typename Visitor>
void fields(Visitor& visit, Finding& finding) {
  visit("kind", finding.kind);
  visit("message", finding.message);
  visit("identity", finding.identity);
  visit("outcome", finding.outcome);
  visit("step", finding.step);
  visit("other_step", finding.other_step);
  visit("site", finding.site);
  visit("other_site", finding.other_site);
  visit("observed", finding.observed);
  visit("execution", finding.execution);
}

// --- what is shown (report/counterexample.h) -------------------------------------------------------------------

template <typename Visitor>
void fields(Visitor& visit, report::Place& place) {
  visit("file", place.file);
  visit("line", place.line);
  visit("column", place.column);
  visit("function", place.function);
}

template <typename Visitor>
void fields(Visitor& visit, report::Object& object) {
  visit("kind", object.kind);
  visit("name", object.name);
  visit("address", object.address);
  visit("block", object.block);
}

template <typename Visitor>
void fields(Visitor& visit, report::Block& block) {
  visit("name", block.name);
  visit("type", block.type);
  visit("size", block.size);
  visit("place", block.place);
}

template <typename Visitor>
void fields(Visitor& visit, report::Step& step) {
  visit("thread", step.thread);
  visit("position", step.position);
  visit("operation", step.operation);
  visit("text", step.text);
  visit("object", step.object);
  visit("place", step.place);
  visit("stack", step.stack);
  visit("size", step.size);
  visit("read", step.read);
  visit("written", step.written);
  visit("failed", step.failed);
  visit("timed_out", step.timed_out);
  visit("spurious", step.spurious);
  visit("alternative", step.alternative);
  visit("alternatives", step.alternatives);
  visit("has_alternative_threads", step.has_alternative_threads);
  visit("enabled", step.enabled);
  visit("in_library", step.in_library);
  visit("held", step.held);
  visit("after", step.after);
  visit("woken_by", step.woken_by);
  visit("reads_from", step.reads_from);
  visit("overwrites", step.overwrites);
  visit("is_marked", step.is_marked);
  visit("is_aside", step.is_aside);
  visit("is_folded", step.is_folded);
}

template <typename Visitor>
void fields(Visitor& visit, report::Waiting& waiting) {
  visit("text", waiting.text);
  visit("operation", waiting.operation);
  visit("object", waiting.object);
  visit("is_blocked", waiting.is_blocked);
  visit("held_by", waiting.held_by);
  visit("held_since", waiting.held_since);
  visit("place", waiting.place);
  visit("loop", waiting.loop);
}

template <typename Visitor>
void fields(Visitor& visit, report::Thread& thread) {
  visit("name", thread.name);
  visit("function", thread.function);
  visit("created", thread.created);
  visit("waiting", thread.waiting);
  visit("stack", thread.stack);
}

template <typename Visitor>
void fields(Visitor& visit, report::Access& access) {
  visit("thread", access.thread);
  visit("step", access.step);
  visit("verb", access.verb);
  visit("what", access.what);
  visit("place", access.place);
  visit("stack", access.stack);
}

template <typename Visitor>
void fields(Visitor& visit, report::Note& note) {
  visit("text", note.text);
  visit("place", note.place);
}

template <typename Visitor>
void fields(Visitor& visit, report::AtomRow& row) {
  visit("step", row.step);
  visit("values", row.values);
}

template <typename Visitor>
void fields(Visitor& visit, report::FlowSide& side) {
  visit("secret", side.secret);
  visit("ending", side.ending);
  visit("seen", side.seen);
}

template <typename Visitor>
void fields(Visitor& visit, report::Flow& flow) {
  visit("property", flow.property);
  visit("leak", flow.leak);
  visit("location", flow.location);
  visit("object", flow.object);
  visit("difference", flow.difference);
  visit("one", flow.one);
  visit("other", flow.other);
}

template <typename Visitor>
void fields(Visitor& visit, report::Original& original) {
  visit("steps", original.steps);
  visit("switches", original.switches);
  visit("preemptions", original.preemptions);
}

// All but its threads, objects and steps, which have lines of their own. Where the file lies and how it is replayed is
// known to whoever reads it.
template <typename Visitor>
void fields(Visitor& visit, report::Counterexample& shown) {
  visit("kind", shown.kind);
  visit("rule", shown.rule);
  visit("fingerprint", shown.fingerprint);
  visit("message", shown.message);
  visit("title", shown.title);
  visit("place", shown.place);
  visit("accesses", shown.accesses);
  visit("notes", shown.notes);
  visit("blocks", shown.blocks);
  visit("explanation", shown.explanation);
  visit("wait_cycle", shown.wait_cycle);
  visit("loop_begin", shown.loop_begin);
  visit("formula", shown.formula);
  visit("atoms", shown.atoms);
  visit("atom_rows", shown.atom_rows);
  visit("atom_loop", shown.atom_loop);
  visit("flow", shown.flow);
  visit("switches", shown.switches);
  visit("preemptions", shown.preemptions);
  visit("original", shown.original);
  visit("output", shown.output);
  visit("error_output", shown.error_output);
  visit("property", shown.property);
}

}  // namespace selvage::trace
