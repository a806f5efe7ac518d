// The entries of a log. Only those in sight are drawn, however many there are.

import { html, useState } from "./vendor/preact.js";
import { outcome } from "./values.js";

const ROW = 28;
const SHOWN = 24;

const WORDS = {
  run_started: (event) => `${event.model} in ${event.sandbox}`,
  stage_entered: (event) => event.stage + (event.round ? `, round ${event.round}` : ""),
  specified: (event) => event.specification.summary,
  tests_written: (event) => `${event.cases.length} tests`,
  candidate_written: (event) => `${event.candidate.id} by ${event.candidate.origin}`,
  executed: (event) => `${event.execution.candidate_id}: ${event.execution.results.filter((one) => one.passed).length} of ${event.execution.results.length} pass`,
  probed: (event) => `${event.probes.length} inputs`,
  ruled: (event) => `${event.verdict.decision}: ${event.verdict.chosen || "nobody"} ${(100 * event.verdict.confidence).toFixed(1)}%`,
  revised: (event) => event.revision.reasoning,
  answered: (event) => `${event.stage}: ${event.output_tokens} tokens in ${event.seconds.toFixed(1)} s`,
  unanswered: (event) => event.message,
  warned: (event) => event.text,
  barred: (event) => event.bars.map((bar) => bar.kind).join(", "),
  run_ended: (event) => event.result.execution_result,
  run_interrupted: (event) => event.reason,
  user_answered: (event) => (event.answer.kind === "expected" ? outcome({ ending: "returned", value: event.answer.expected.value }) : event.answer.kind),
};

/** Show the log. A click shows an entry whole, and the texts that it names. */
export function Log({ run, entries }) {
  const [top, setTop] = useState(0);
  const [chosen, choose] = useState(null);
  const first = Math.max(0, Math.min(Math.floor(top / ROW) - 4, entries.length - SHOWN));
  const visible = entries.slice(first, first + SHOWN);
  return html`<div class="log">
    <div class="window" tabindex="0" role="group" aria-label="Entries" onScroll=${(event) => setTop(event.target.scrollTop)}>
      <div class="all" style=${{ height: `${entries.length * ROW}px` }}>${visible.map((entry, place) => html`<button key=${entry.seq} class="row" aria-pressed=${chosen === entry} style=${{ top: `${(first + place) * ROW}px` }} onClick=${() => choose(chosen === entry ? null : entry)}><span>${entry.seq}</span><span>${entry.event.kind}</span><span>${WORDS[entry.event.kind]?.(entry.event) || ""}</span></button>`)}</div>
    </div>
    ${chosen ? html`<${Whole} run=${run} entry=${chosen} />` : null}
  </div>`;
}

function Whole({ run, entry }) {
  const [text, setText] = useState(null);
  const load = (sha256) => fetch(`/api/runs/${encodeURIComponent(run)}/texts/${sha256}`).then((reply) => reply.text()).then(setText);
  const { event } = entry;
  return html`<div>
    ${run && event.kind === "answered" ? html`<p><button class="quiet" onClick=${() => load(event.question)}>Prompt</button><button class="quiet" onClick=${() => load(event.reply)}>Reply</button></p>` : null}
    <pre tabindex="0" role="group" aria-label="entry ${entry.seq}">${text ?? JSON.stringify(event, null, 2)}</pre>
  </div>`;
}
