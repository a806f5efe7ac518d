// The matrix of tests and programs of one round. A cell is chosen with the mouse or the arrow keys.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { cellKey } from "./fold.js";
import { call, expectation, outcome, percent } from "./values.js";

const TIERS = { user: "your example", "spec example": "from the problem", oracle: "from a reference", guess: "generated" };
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Show the matrix with a tab for each round, the latest first shown. */
export function Matrix({ state }) {
  const [shownRound, setRound] = useState(null);
  const [place, setPlace] = useState([0, 0]);
  const [chosen, choose] = useState(null);
  const table = useRef(null);
  const moved = useRef(false);
  const rounds = [...state.rounds.values()].filter((round) => round.cells.size).sort((a, b) => a.number - b.number);
  const round = rounds.find((one) => one.number === shownRound) || rounds.at(-1);
  useLayoutEffect(() => {
    if (moved.current) table.current?.querySelector("[tabindex='0']")?.focus();
    moved.current = false;
  }, [place]);
  if (!state.cases.size && !state.candidates.size) return html`<p class="empty">No test is written yet.</p>`;
  const tests = [...state.cases.values()];
  const programs = [...state.candidates.keys()].filter((id) => !round || shownRound === null || tests.some((test) => round.cells.has(cellKey(id, test.id))));
  const move = (event) => {
    const step = MOVES[event.key];
    if (!step) return;
    event.preventDefault();
    moved.current = true;
    const within = (at, most) => Math.max(0, Math.min(most - 1, at));
    setPlace([within(place[0] + step[0], programs.length), within(place[1] + step[1], tests.length)]);
  };
  const found = chosen && { test: state.cases.get(chosen.test), cell: round?.cells.get(cellKey(chosen.program, chosen.test)) };
  return html`<div class="matrix">
    ${rounds.length > 1 ? html`<div class="tabs" role="group" aria-label="Round">${rounds.map((one) => html`<button aria-pressed=${one === round} onClick=${() => setRound(one.number)}>round ${one.number}</button>`)}</div>` : null}
    <div class="scroll" tabindex="-1"><table ref=${table} role="grid" aria-label="Tests and programs" onKeyDown=${move}>
      <thead><tr role="row"><th scope="col">test</th>${programs.map((id) => {
        const right = round?.verdict?.candidates[id];
        return html`<th scope="col" class=${round?.verdict?.chosen === id ? "kept" : ""} title=${state.candidates.get(id).origin}><span>${id}</span><small>${percent(right)}</small></th>`;
      })}</tr></thead>
      <tbody>${tests.map((test, row) => html`<tr role="row" key=${test.id}>
        <th scope="row" title=${test.name}><b class="tier ${test.tier.split(" ")[0]}" title=${TIERS[test.tier]}>${test.id}</b> <code>${call(test.inputs, 60)}</code></th>
        ${programs.map((id, column) => {
          const cell = round?.cells.get(cellKey(id, test.id));
          const kind = cell ? (cell.passed ? "pass" : "fail") : "none";
          const words = `${id} on ${test.id}: ${cell ? (cell.passed ? "passed" : "failed") : "not run"}`;
          const here = place[0] === column && place[1] === row;
          const picked = chosen?.program === id && chosen?.test === test.id;
          return html`<td role="gridcell"><button class="cell ${kind}" aria-label=${words} aria-pressed=${picked} tabindex=${here ? 0 : -1}
            onFocus=${() => { if (!here) setPlace([column, row]); }} onClick=${() => choose(picked ? null : { program: id, test: test.id })}>${cell ? (cell.passed ? "✓" : "✗") : "·"}</button></td>`;
        })}
      </tr>`)}</tbody>
    </table></div>
    ${found?.test ? html`<${Cell} test=${found.test} cell=${found.cell} program=${chosen.program} round=${round} />` : null}
    ${tests.length ? html`<p class="legend"><span class="tier user">your examples</span><span class="tier spec">from the problem</span><span class="tier oracle">reference</span><span class="tier guess">generated</span></p>` : null}
  </div>`;
}

function Cell({ test, cell, program, round }) {
  const rulings = (round?.verdict?.rulings || []).filter((one) => one.case_id === test.id);
  return html`<dl class="facts" aria-live="polite">
    <dt>${test.id}</dt><dd>${test.name} <small>(${TIERS[test.tier]}${test.requirement ? `, checks ${test.requirement}` : ""}${test.held_out ? ", hidden from the code's writer" : ""})</small></dd>
    <dt>call</dt><dd><code>${call(test.inputs)}</code></dd>
    <dt>expected</dt><dd><code>${expectation(test.expected)}</code></dd>
    <dt>${program} gave</dt><dd><code>${cell?.outcome ? outcome(cell.outcome) : cell ? (cell.passed ? "the expected" : "something else") : "not run"}</code>${cell?.by_checker ? " (accepted by the checker)" : ""}</dd>
    ${rulings.map((one) => html`<dt>ruling</dt><dd><b>${one.blame}</b> is wrong, ${percent(one.probability)}: ${one.evidence}</dd>`)}
  </dl>`;
}
