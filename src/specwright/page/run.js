// One run: a picture of it first, and every figure one click away.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { ask, follow } from "./server.js";
import { begin, classes, fold, parting, partingInputs, progress } from "./fold.js";
import { call, count, expectation, money, outcome, percent, seconds, size, toneOf } from "./values.js";
import { Matrix } from "./matrix.js";
import { Chart } from "./chart.js";
import { Diff } from "./diff.js";
import { Source } from "./code.js";
import { Log } from "./log.js";
import { Trouble } from "./parts.js";

const STEPS = [["specify", "specification"], ["write_tests", "tests"], ["write_code", "programs"], ["execute", "running"], ["arbitrate", "ruling"], ["revise", "revising"]];
const MOST_NOTES = 8;
const RESUMABLE = new Set(["BUDGET_EXHAUSTED", "MODEL_UNAVAILABLE", "SANDBOX_UNAVAILABLE"]);

/** Follow a run and return what is known of it. */
export function useRun(run) {
  const [view, setView] = useState(null);
  const [, setVersion] = useState(0);
  const [trouble, setTrouble] = useState(null);
  const [again, setAgain] = useState(0);
  const state = useRef(begin());
  useEffect(() => {
    state.current = begin();
    setTrouble(null);
    const changed = () => setVersion((version) => version + 1);
    const look = () => ask(`/api/runs/${encodeURIComponent(run)}`).then(setView, setTrouble);
    look();
    return follow(run, {
      onEntries(entries) {
        const first = !state.current.entries.length;
        for (const entry of entries) {
          if (entry.seq > (state.current.entries.at(-1)?.seq ?? -1)) state.current = fold(state.current, entry);
        }
        if (entries.length) changed();
        if (first && entries.length) look();
      },
      onProgress(told) { for (const one of told) progress(state.current, one); if (told.length) changed(); },
      onEnd: look,
      onTrouble: (lost) => { if (lost) look(); },
    });
  }, [run, again]);
  return { view, state: state.current, trouble, followAgain: () => setAgain((times) => times + 1) };
}

/** Show a run. */
export function Run({ run }) {
  const { view, state, trouble, followAgain } = useRun(run);
  const [refusal, setRefusal] = useState(null);
  const act = (what, body = {}) => ask(`/api/runs/${encodeURIComponent(run)}/${what}`, body).then(() => { setRefusal(null); followAgain(); }, setRefusal);
  const title = state.result ? state.result.word || state.status : view?.state || "";
  useEffect(() => { document.title = `${title ? `${title} · ` : ""}specwright`; }, [title]);
  if (trouble) return html`<${Trouble} error=${trouble} />`;
  if (!view) return html`<p class="empty">Loading …</p>`;
  const live = view.state === "waiting" || view.state === "running";
  return html`
    <${Trouble} error=${refusal} />
    <${Head} run=${run} view=${view} state=${state} live=${live} act=${act} />
    ${state.result?.question ? html`<${Question} question=${state.result.question} act=${act} live=${live} />` : null}
    <div class="two">
      <section class="card"><h2>Tests and programs</h2><${Matrix} state=${state} /></section>
      <div class="stack">
        <section class="card"><h2>Likely correct</h2><${Chart} ...${classes(state)} /></section>
        <${Parting} state=${state} />
      </div>
    </div>
    <${Code} state=${state} run=${run} />
    <${Revisions} state=${state} />
    <${Requirements} state=${state} />
    <${Score} quality=${state.result?.quality || state.quality} />
    <${Costs} state=${state} />
    <${Files} run=${run} state=${state} />
    <details class="card"><summary>Log <small>${count(state.entries.length)} entries</small></summary><${Log} run=${run} entries=${state.entries} /></details>`;
}

/** Show a run that is over from its state alone, as a report does: nothing can be asked, and nothing done. */
export function Recorded({ state }) {
  return html`
    <${Head} view=${{ state: state.status }} state=${state} live=${false} />
    <div class="two">
      <section class="card"><h2>Tests and programs</h2><${Matrix} state=${state} /></section>
      <div class="stack">
        <section class="card"><h2>Likely correct</h2><${Chart} ...${classes(state)} /></section>
        <${Parting} state=${state} />
      </div>
    </div>
    <${Code} state=${state} />
    <${Revisions} state=${state} />
    <${Requirements} state=${state} />
    <${Score} quality=${state.result?.quality || state.quality} />
    <${Costs} state=${state} />
    <details class="card"><summary>Log <small>${count(state.entries.length)} entries</small></summary><${Log} entries=${state.entries} /></details>`;
}

function Ring({ value, tone }) {
  const round = 2 * Math.PI * 38;
  return html`<svg class="ring ${tone}" viewBox="0 0 90 90" role="img" aria-label=${value === null ? "not judged yet" : `${percent(value)} likely correct`}>
    <circle cx="45" cy="45" r="38" /><circle class="arc" cx="45" cy="45" r="38" transform="rotate(-90 45 45)" stroke-dasharray=${round} stroke-dashoffset=${round * (1 - (value ?? 0))} />
    <text x="45" y="53" text-anchor="middle">${value === null ? "…" : percent(value)}</text></svg>`;
}

function Head({ run, view, state, live, act }) {
  const { result } = state;
  const problem = state.started?.task.problem || view.request?.problem || "";
  const verdict = classes(state).last;
  const word = result?.verified ? "VERIFIED" : view.summary?.word || (result ? "NOT VERIFIED" : "");
  const sure = result ? result.confidence : verdict ? verdict.confidence : null;
  const reached = STEPS.findIndex(([stage]) => stage === state.stage);
  const tests = result?.test_results;
  const open = (result?.quality?.gates || []).filter((gate) => gate.passed !== true).map((gate) => gate.name);
  const tone = live ? "" : open.length && result.verified ? "maybe" : toneOf(word);
  const shownWord = live ? (view.state === "waiting" ? "WAITING" : "RUNNING") : word || view.state.toUpperCase();
  return html`<section class="card">
    <div class="head">
      <${Ring} value=${sure ?? null} tone=${tone} />
      <div><div class="line"><span class="badge ${live ? "live" : tone}" role="status">${shownWord}</span>${result ? html`<small>${result.execution_result.replaceAll("_", " ").toLowerCase()}</small>` : null}</div></div>
      <div class="actions">
        ${live ? html`<button onClick=${() => act("cancel")}>Cancel</button>` : null}
        ${act && !live && !result ? html`<button class="main" onClick=${() => act("resume")}>Resume</button>` : null}
        ${act && !live && result && RESUMABLE.has(result.execution_result) ? html`<button onClick=${() => act("resume")}>Go on</button>` : null}
      </div>
      <div class="words"><h1>${title(problem)}</h1>${result ? html`<p>${result.explanation}</p>` : null}</div>
    </div>
    ${live ? html`<ol class="steps" aria-label="Progress">${STEPS.map(([stage, words], place) => html`<li class=${place < reached || (state.round > 0 && place < 5) ? (place === reached ? "now" : "done") : place === reached ? "now" : ""} aria-current=${place === reached ? "step" : null}>${words}</li>`)}</ol>` : null}
    ${live && state.coming ? html`<p class="legend">${state.coming.reason || `the model is writing (${count(state.coming.output_chars)} characters)`}</p>` : null}
    <dl class="figures">
      ${tests ? html`<div><dt>tests passed</dt><dd>${tests.passed} of ${tests.total_tests}</dd></div>` : null}
      ${state.round ? html`<div><dt>round</dt><dd>${state.round}${state.limits ? html` <small>of ${state.limits.max_iterations}</small>` : null}</dd></div>` : null}
      <div><dt>programs</dt><dd>${state.candidates.size}</dd></div>
      ${result?.quality_score !== null && result?.quality_score !== undefined ? html`<div><dt>quality</dt><dd>${result.quality_score.toFixed(2)}</dd></div>` : null}
      <div><dt>tokens</dt><dd>${count(state.tokens)}</dd></div><div><dt>cost</dt><dd>${money(state.usd)}</dd></div><div><dt>time</dt><dd>${seconds(state.elapsed)}</dd></div>
      ${state.started ? html`<div><dt>model</dt><dd>${state.started.model}</dd></div>` : null}
      <div><dt>language</dt><dd>${state.started?.task.language || view.request?.language || ""}</dd></div>
    </dl>
    ${[...(result?.bars || [])].map((bar) => html`<p class="note">${bar.text}${bar.remedy ? html` <small>${bar.remedy}</small>` : null}${bar.example ? html` <code>${bar.example}</code>` : null}</p>`)}
    ${open.length ? html`<p class="note bad">gates not passed: ${open.join(", ")}</p>` : null}
    ${result?.manual_review_recommended && (result.code || result.package) ? html`<p class="note"><b>Review this code before you use it.</b></p>` : null}
    ${state.warnings.slice(0, MOST_NOTES).map((text) => html`<p class="note"><small>${text}</small></p>`)}
    ${state.warnings.length > MOST_NOTES ? html`<p class="note"><small>and ${count(state.warnings.length - MOST_NOTES)} more notes in the log</small></p>` : null}
    ${view.note && view.state === "failed" ? html`<p class="note bad">${view.note}</p>` : null}
    ${problem !== title(problem) || state.started?.task.examples.length ? html`<details class="task"><summary>The task</summary><p class="problem">${problem}</p>${(state.started?.task.examples || []).map((example) => html`<p><code>${example}</code></p>`)}</details>` : null}
  </section>`;
}

const title = (problem) => { const first = problem.trim().split(/(?<=[.!?])\s|\n/)[0] || "…"; return first.length > 140 ? `${first.slice(0, 140)} …` : first; };

function Question({ question, act, live }) {
  const [value, setValue] = useState("");
  const [wrong, setWrong] = useState("");
  const answer = (given) => act("answer", { answer: given });
  const own = (event) => {
    event.preventDefault();
    try { answer(JSON.parse(value)); setWrong(""); } catch { setWrong("Write it as JSON, such as [0, 1] or \"text\"."); }
  };
  const plain = (expected) => (expected.kind === "raises" ? { raises: expected.error } : plainValue(expected.value));
  if (live) return null;
  const single = question.choices.length === 1;
  return html`<section class="card question" aria-labelledby="question">
    <h2 id="question">${single ? "Is this right?" : "Which is right?"} Only you know.</h2>
    <p><code>${question.function}(${call(question.inputs)})</code></p>
    ${(question.about || []).map((words) => html`<p><small>${words}</small></p>`)}
    <div class="parts">${question.choices.map((choice) => html`<div><code>${expectation(choice.expected)}</code><small>${choice.candidates.join(", ")}, ${percent(choice.probability)} likely</small>
      <button class="main" onClick=${() => answer(plain(choice.expected))}>${single ? "Yes, right" : "This one"}</button></div>`)}
      <div><small>something else</small><form onSubmit=${own}><label><span class="skip">The right result as JSON</span><input class="code" value=${value} onInput=${(event) => setValue(event.target.value)} aria-label="The right result as JSON" placeholder="[0, 1]" /></label><button>Answer</button></form>${wrong ? html`<small class="bad" role="alert">${wrong}</small>` : null}</div>
    </div>
    <p><button class="quiet" onClick=${() => answer({ indifferent: true })}>It does not matter</button><button class="quiet" onClick=${() => answer(null)}>I am not sure</button></p>
  </section>`;
}

/** Return a tagged value as plain JSON, which the server reads as an answer. */
function plainValue(data) {
  if (data === null || typeof data !== "object") return data;
  if (Array.isArray(data)) return data.map(plainValue);
  if ("$tuple" in data) return data.$tuple.map(plainValue);
  if ("$map" in data) return Object.fromEntries(data.$map.map(([key, value]) => [key, plainValue(value)]));
  return data;
}

function Parting({ state }) {
  const [at, setAt] = useState(0);
  const found = useMemo(() => partingInputs(state), [state.entries.length]);
  if (!found.length) return null;
  const { probe, round } = found[Math.min(at, found.length - 1)];
  return html`<section class="card"><h2>An input that parts the programs</h2>
    <p><code>${call(probe.inputs)}</code></p>
    <div class="parts">${parting(probe).map((group) => html`<div><code>${outcome(group.outcome)}</code><small>${group.ids.join(", ")}</small></div>`)}</div>
    <p class="legend"><span>round ${round}</span>${found.length > 1 ? html`<button class="quiet" onClick=${() => setAt((at + 1) % found.length)}>Next of ${found.length}</button>` : null}</p>
  </section>`;
}

function Code({ state }) {
  const { result } = state;
  const last = classes(state).last;
  const [shown, setShown] = useState(null);
  const files = result?.package ? { ...result.package.sources, ...result.package.tests } : null;
  const language = state.started?.task.language || "python";
  if (files && Object.keys(files).length) {
    const covered = Object.fromEntries((result.native?.coverage?.files || []).map((file) => [file.path, file.lines]));
    const path = shown in files ? shown : Object.keys(files)[0];
    return html`<details class="card" open><summary>Code <small>${Object.keys(files).length} files</small></summary>
      <div class="tabs" role="group" aria-label="File">${Object.keys(files).map((name) => html`<button aria-pressed=${name === path} onClick=${() => setShown(name)}>${name}</button>`)}</div>
      <${Source} code=${files[path]} language=${language} hits=${covered[path]} label=${path} />
      ${covered[path] ? html`<p class="legend">Green lines ran in the tests, red ones did not.</p>` : null}</details>`;
  }
  const programs = [...state.candidates.values()];
  if (!programs.length) return null;
  const kept = state.candidates.get(shown) || programs.find((one) => one.code === result?.code) || state.candidates.get(last?.chosen) || programs[0];
  return html`<details class="card" open><summary>Code <small>${kept.origin}</small></summary>
    ${programs.length > 1 ? html`<div class="tabs" role="group" aria-label="Program">${programs.map((one) => html`<button aria-pressed=${one === kept} onClick=${() => setShown(one.id)}>${one.id}${last?.chosen === one.id ? " ★" : ""}</button>`)}</div>` : null}
    <${Source} code=${kept.code} language=${kept.language} label=${`program ${kept.id}`} />
    ${kept.parent && state.candidates.has(kept.parent) ? html`<h3>Changed from ${kept.parent}</h3><${Diff} before=${state.candidates.get(kept.parent).code} after=${kept.code} label=${`changes from ${kept.parent}`} />` : null}</details>`;
}

function Revisions({ state }) {
  if (!state.revisions.length) return null;
  const tests = state.revisions.reduce((sum, one) => sum + (one.revised_test_cases || []).length, 0);
  const codes = state.revisions.filter((one) => one.revised_function).length;
  return html`<details class="card" open><summary>Mistakes caught <small>${tests} wrong test${tests === 1 ? "" : "s"}, ${codes} bug${codes === 1 ? "" : "s"}</small></summary>
    ${state.revisions.map((one) => html`<article>
      <h3>Round ${one.round} <small>${one.reasoning}</small></h3>
      ${(one.revised_test_cases || []).map((change) => html`<p><span class="badge maybe">the test ${change.id} was wrong, ${percent(change.ruling?.probability)}</span> <small>${change.ruling?.evidence}</small></p>
        <${Diff} before=${`${call(change.before.inputs)} → ${expectation(change.before.expected)}`} after=${change.after ? `${call(change.after.inputs)} → ${expectation(change.after.expected)}` : ""} label=${`change of ${change.id}`} />`)}
      ${one.revised_function && state.candidates.has(one.revised_function) && state.candidates.has(one.revised_from) ? html`<p><span class="badge bad">the program ${one.revised_from} was wrong</span> <small>${(one.rulings || []).map((ruling) => `${ruling.case_id}: ${ruling.evidence}`).slice(0, 2).join("; ")}</small></p>
        <${Diff} before=${state.candidates.get(one.revised_from).code} after=${state.candidates.get(one.revised_function).code} label=${`change of ${one.revised_from}`} />` : null}
      ${(one.refused || []).map((refusal) => html`<p><small>${refusal.case_id} stays: ${refusal.reason}</small></p>`)}
    </article>`)}</details>`;
}

function Requirements({ state }) {
  const wanted = state.result?.requirements?.length ? state.result.requirements : state.plan?.blueprint.requirements || state.specification?.requirements || [];
  if (!wanted.length) return null;
  const fate = new Map([...(state.result?.tests || []), ...(state.result?.scenarios || [])].map((test) => [test.id, test.passed]));
  const rows = new Map((state.result?.matrix || []).map((row) => [row.requirement, row.tests]));
  const checks = (id) => rows.get(id) || [...state.cases.values()].filter((test) => test.requirement === id).map((test) => test.id);
  const open = wanted.filter((one) => !checks(one.id).length).length;
  return html`<details class="card" open=${open > 0}><summary>Requirements <small>${wanted.length - open} of ${wanted.length} are tested</small></summary>
    <table class="plain"><thead><tr><th scope="col">requirement</th><th scope="col">tests</th></tr></thead><tbody>${wanted.map((one) => html`<tr><td><b>${one.id}</b> ${one.text} ${one.category && one.category !== "functional" ? html`<small>${one.category}</small>` : null}</td>
      <td>${checks(one.id).length ? checks(one.id).map((id) => html`<span class="chip ${fate.get(id) === true ? "pass" : fate.get(id) === false ? "fail" : ""}">${id}</span>`) : html`<span class="bad">none</span>`}</td></tr>`)}</tbody></table></details>`;
}

function Score({ quality }) {
  if (!quality) return null;
  const parts = new Map();
  for (const one of quality.inputs) {
    const part = parts.get(one.part) || { share: 0, earned: 0, inputs: [] };
    part.share += one.share;
    part.earned += (one.value ?? 0) * one.share;
    part.inputs.push(one);
    parts.set(one.part, part);
  }
  return html`<details class="card" open><summary>Quality <small>${quality.score.toFixed(2)} of 1</small></summary>
    <div class="scroll" tabindex="0" role="group" aria-label="Score"><table class="plain"><tbody>${[...parts].map(([name, part]) => html`<tr><th scope="row">${name}</th><td><span class="meter"><i style=${{ width: `${(100 * part.earned) / (part.share || 1)}%` }}></i></span></td><td class="number">${part.earned.toFixed(3)} of ${part.share.toFixed(2)}</td><td><small>${part.inputs.map((one) => one.measured).join("; ")}</small></td></tr>`)}</tbody></table></div>
    <p>${quality.gates.map((gate) => html`<span class="chip ${gate.passed === true ? "pass" : gate.passed === false ? "fail" : ""}" title=${`${gate.bar}: ${gate.measured}`}>${gate.name}</span>`)}</p></details>`;
}

function Costs({ state }) {
  const phases = state.result?.phases || [];
  const spent = state.result?.spending;
  if (!spent) return null;
  const longest = Math.max(...phases.map((phase) => phase.seconds), 0.001);
  return html`<details class="card"><summary>Time and cost <small>${seconds(spent.model_seconds)} the model's, ${seconds(spent.own_seconds)} ours</small></summary>
    <table class="plain"><tbody>${phases.map((phase) => html`<tr><th scope="row">${phase.name}</th><td><span class="meter"><i style=${{ width: `${(100 * phase.seconds) / longest}%` }}></i></span></td><td class="number">${seconds(phase.seconds)}</td></tr>`)}
    <tr><th scope="row">requests</th><td></td><td class="number">${count(spent.requests)}</td></tr><tr><th scope="row">tokens sent, received</th><td></td><td class="number">${count(spent.input_tokens)}, ${count(spent.output_tokens)}</td></tr><tr><th scope="row">price</th><td></td><td class="number">${money(spent.usd)}</td></tr></tbody></table></details>`;
}

function Files({ run, state }) {
  const [files, setFiles] = useState(null);
  const [trouble, setTrouble] = useState(null);
  if (!state.result) return null;
  const base = `/api/runs/${encodeURIComponent(run)}`;
  const load = (event) => { if (event.target.open && !files) ask(`${base}/files`).then((found) => setFiles(found.files), setTrouble); };
  return html`<details class="card" onToggle=${load}><summary>Files and evidence</summary>
    <${Trouble} error=${trouble} />
    <p class="actions"><a class="button" href="${base}/evidence.zip" download>Download all, with evidence</a><a class="button" href="${base}/report" target="_blank" rel="noopener">Report</a></p>
    ${files ? html`<table class="plain"><tbody>${Object.entries(files).map(([path, bytes]) => html`<tr><td><a href="${base}/files/${path.split("/").map(encodeURIComponent).join("/")}" download>${path}</a></td><td class="number">${size(bytes)}</td></tr>`)}</tbody></table>` : html`<p class="empty">Loading …</p>`}</details>`;
}

