// Past runs: found by their words, and two of them compared.

import { html, useEffect, useState } from "./vendor/preact.js";
import { ask } from "./server.js";
import { ago, money, percent, toneOf } from "./values.js";
import { Trouble } from "./parts.js";
import { Diff } from "./diff.js";

const MOST = 500;
const LIVE = new Set(["waiting", "running"]);

/** Show the runs, the newest first. */
export function Runs({ me }) {
  const [runs, setRuns] = useState(null);
  const [trouble, setTrouble] = useState(null);
  const [search, setSearch] = useState("");
  const [verified, setVerified] = useState("");
  const [language, setLanguage] = useState("");
  const [picked, setPicked] = useState([]);
  useEffect(() => {
    document.title = "Runs · specwright";
    const asked = new URLSearchParams({ limit: MOST });
    if (search.trim()) asked.set("search", search.trim());
    if (verified) asked.set("verified", verified);
    if (language) asked.set("language", language);
    let timer = 0;
    const load = () => ask(`/api/runs?${asked}`).then((found) => {
      setRuns(found.runs);
      setTrouble(null);
      if (found.runs.some((run) => LIVE.has(run.state))) timer = setTimeout(load, 4000);
    }, setTrouble);
    timer = setTimeout(load, runs ? 250 : 0);
    return () => clearTimeout(timer);
  }, [search, verified, language]);
  const pick = (id) => setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id].slice(-2));
  return html`
    <h1 class="skip">Runs</h1>
    <div class="tools" role="search">
      <input type="search" aria-label="Search runs" placeholder="Search by words, id or state" value=${search} onInput=${(event) => setSearch(event.target.value)} />
      <select aria-label="Verified" value=${verified} onChange=${(event) => setVerified(event.target.value)}><option value="">all results</option><option value="true">verified</option><option value="false">not verified</option></select>
      <select aria-label="Language" value=${language} onChange=${(event) => setLanguage(event.target.value)}><option value="">all languages</option>${me.languages.map((name) => html`<option>${name}</option>`)}</select>
      ${picked.length === 2 ? html`<a class="button" href="#/compare/${picked.map(encodeURIComponent).join("/")}">Compare the two</a>` : picked.length ? html`<small>choose another to compare</small>` : null}
    </div>
    <${Trouble} error=${trouble} />
    ${runs && !runs.length ? html`<div class="card"><p>No run ${search || verified || language ? "matches" : "yet"}.</p><a class="button" href="#/new">Start one</a></div>` : null}
    ${runs?.length ? html`<ul class="runs" aria-label="Runs">${runs.map((run) => html`<${Row} key=${run.run_id} run=${run} picked=${picked.includes(run.run_id)} pick=${pick} />`)}</ul>` : null}
    ${runs ? null : html`<p class="empty">Loading …</p>`}`;
}

function Row({ run, picked, pick }) {
  const word = run.summary?.word;
  const live = LIVE.has(run.state);
  const words = live ? run.state : word || run.state;
  const problem = run.request?.problem || run.summary?.problem || run.run_id;
  return html`<li>
    <input type="checkbox" aria-label="compare ${run.run_id}" checked=${picked} onChange=${() => pick(run.run_id)} />
    <span><span class="badge ${live ? "live" : toneOf(word)}">${words}</span></span>
    <a href="#/run/${encodeURIComponent(run.run_id)}" title=${run.run_id}>${problem.slice(0, 160)}</a>
    <span class="when">${run.summary?.language || run.request?.language || ""} · ${run.summary?.confidence ? `${percent(run.summary.confidence)} · ` : ""}${ago(run.added_at)}</span>
  </li>`;
}

const FACTS = [
  ["word", (one) => html`<span class="badge ${toneOf(one.word)}">${one.word}</span>`],
  ["ended as", (one) => one.execution_result.replaceAll("_", " ").toLowerCase()],
  ["likely correct", (one) => percent(one.confidence)],
  ["tests passed", (one) => `${one.test_results.passed} of ${one.test_results.total_tests}`],
  ["rounds", (one) => one.iterations_required],
  ["mistakes caught", (one) => one.revisions.length],
  ["quality", (one) => one.quality_score?.toFixed(2) ?? "–"],
  ["tokens", (one) => (one.spending.input_tokens + one.spending.output_tokens).toLocaleString("en")],
  ["cost", (one) => money(one.spending.usd)],
  ["time, model's and ours", (one) => `${one.spending.model_seconds.toFixed(1)} s, ${one.spending.own_seconds.toFixed(1)} s`],
  ["written by", (one) => one.written_by || one.model],
];

/** Show two runs side by side. */
export function Compare({ ids }) {
  const [found, setFound] = useState(null);
  const [trouble, setTrouble] = useState(null);
  useEffect(() => {
    document.title = "Compare · specwright";
    Promise.all(ids.map((id) => ask(`/api/runs/${encodeURIComponent(id)}/result`))).then(setFound, setTrouble);
  }, [ids.join("\n")]);
  if (trouble) return html`<${Trouble} error=${trouble} />`;
  if (!found) return html`<p class="empty">Loading …</p>`;
  const text = (one) => (one.package ? Object.entries(one.package.sources).map(([path, code]) => `# ${path}\n${code}`).join("\n") : one.code || "");
  return html`<section class="card"><h1>Two runs</h1>
    <div class="scroll" tabindex="0" role="group" aria-label="Comparison"><table class="plain"><thead><tr><td></td>${ids.map((id) => html`<th scope="col"><a href="#/run/${encodeURIComponent(id)}">${id}</a></th>`)}</tr></thead>
    <tbody>${FACTS.map(([name, of]) => html`<tr><th scope="row">${name}</th>${found.map((one) => html`<td>${of(one)}</td>`)}</tr>`)}</tbody></table></div></section>
    <section class="card"><h2>The code of the second, as changes of the first</h2><${Diff} before=${text(found[0])} after=${text(found[1])} label="changes" /></section>`;
}
