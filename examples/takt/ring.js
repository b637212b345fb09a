// The ring: one arc per beat, thick when loud, thin when silent, and a hand that goes round once per bar.

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 150;
const WIDTHS = [5, 13, 26];

export function createRing(svg, { label, onPress }) {
  const arcs = svg.querySelector(".arcs");
  const hand = svg.querySelector(".hand");
  let groups = [];

  function path(from, to) {
    const point = (turn) => {
      const angle = (turn - 0.25) * 2 * Math.PI;
      return `${(Math.cos(angle) * RADIUS).toFixed(2)} ${(Math.sin(angle) * RADIUS).toFixed(2)}`;
    };
    if (to - from > 0.98)
      return `M${point(0)} A${RADIUS} ${RADIUS} 0 1 1 ${point(0.5)} A${RADIUS} ${RADIUS} 0 1 1 ${point(0)}`;
    return `M${point(from)} A${RADIUS} ${RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}`;
  }

  function build(levels) {
    const gap = levels.length === 1 ? 0 : 0.014;
    groups = levels.map((_, i) => {
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "0");
      group.setAttribute("class", "beat");
      for (const name of ["touch", "arc"]) {
        const arc = document.createElementNS(SVG, "path");
        arc.setAttribute("class", name);
        arc.setAttribute("d", path(i / levels.length + gap, (i + 1) / levels.length - gap));
        group.append(arc);
      }
      group.addEventListener("click", () => onPress(i));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        onPress(i);
      });
      return group;
    });
    arcs.replaceChildren(...groups);
  }

  return {
    show(levels) {
      if (groups.length !== levels.length) build(levels);
      groups.forEach((group, i) => {
        group.dataset.level = levels[i];
        group.setAttribute("aria-label", label(i + 1, levels[i]));
        group.lastChild.setAttribute("stroke-width", WIDTHS[levels[i]]);
      });
    },
    light(beat) {
      groups.forEach((group, i) => group.classList.toggle("on", i === beat));
    },
    turn(phase) {
      hand.style.opacity = phase === null ? 0 : 1;
      if (phase !== null) hand.setAttribute("transform", `rotate(${(phase * 360).toFixed(2)})`);
    },
  };
}
