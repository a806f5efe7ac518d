// The probability of each class of programs over the rounds.

import { html } from "./vendor/preact.js";
import { percent } from "./values.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [440, 210, 44, 88, 12, 26];
const LINES = 4;

/** Show a line for each class; the words say the same as the picture. */
export function Chart({ rounds, lines, last }) {
  if (!rounds.length) return html`<p class="empty">The judge has not ruled yet.</p>`;
  const most = Math.max(rounds.at(-1), 2);
  const x = (round) => LEFT + ((WIDTH - LEFT - RIGHT) * (round - 1)) / (most - 1);
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value);
  const bar = last?.acceptance?.above;
  const ends = spread(lines.map((line) => y(line.points.at(-1).value)));
  const words = lines.map((line) => `${line.ids.join(", ")}: ${percent(line.points.at(-1).value)}`).join("; ");
  return html`<figure class="chart">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${`Likely correct, after round ${rounds.at(-1)}: ${words}`}>
      ${[0, 0.5, 1].map((value) => html`<g class="grid"><line x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} /><text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${percent(value)}</text></g>`)}
      ${bar ? html`<g class="bar"><line x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(bar)} y2=${y(bar)} /></g>` : null}
      ${Array.from({ length: most }, (_, at) => html`<text class="tick" x=${x(at + 1)} y=${HEIGHT - 6} text-anchor="middle">${at === 0 ? "round 1" : at + 1}</text>`)}
      ${lines.map((line, place) => {
        const kind = line.ids.includes(last?.chosen) ? "chosen" : `other${place % LINES}`;
        const path = line.points.map((point) => `${x(point.round)},${y(point.value)}`).join(" ");
        const end = line.points.at(-1);
        return html`<g class="series ${kind}">
          <polyline points=${path} />
          ${line.points.map((point) => html`<circle cx=${x(point.round)} cy=${y(point.value)} r="4"><title>${line.ids.join(", ")} in round ${point.round}: ${(100 * point.value).toFixed(1)}%</title></circle>`)}
          <text x=${x(end.round) + 10} y=${ends[place] + 4}>${label(line.ids)} ${percent(end.value)}</text>
        </g>`;
      })}
    </svg>
    ${bar ? html`<figcaption>The dashed line is what the judge asks for: ${percent(bar)}.</figcaption>` : null}
  </figure>`;
}

const label = (ids) => (ids.length > 2 ? `${ids[0]} … ${ids.at(-1)}` : ids.join(", "));

/** Return the heights moved apart, so that no words lie upon others. */
function spread(heights) {
  const order = heights.map((height, place) => [height, place]).sort((a, b) => a[0] - b[0]);
  const found = [];
  let lowest = -Infinity;
  for (const [height, place] of order) {
    lowest = Math.max(height, lowest + 15);
    found[place] = lowest;
  }
  const over = Math.max(0, lowest - (HEIGHT - BOTTOM));
  return found.map((height) => height - over);
}
