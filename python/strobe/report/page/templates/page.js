// SPDX-License-Identifier: BSD-3-Clause
// Draws the plots one after another, lets the reader zoom and switch their axes between linear and
// logarithmic scales, copies tables, and marks in the contents where the reader is.
(() => {
  const NARROW = 460; // pixels
  const LETTER_WIDTH = 8.5; // of a title's bold letters, in pixels
  const NAMES = { log: "logarithmic", linear: "linear" };
  const other = (kind) => (kind === "log" ? "linear" : "log");

  // The fields of a channel and of its second end, in all layers.
  const fieldsOf = (specification, channel) => new Set(
    specification.layer.flatMap(({ encoding = {} }) =>
      [channel, `${channel}2`].map((name) => encoding[name]?.field).filter(Boolean)),
  );

  // Where a value stands on a scale: a logarithmic one has no place for 0 and less.
  const placed = (value, from, to, toLog) => {
    if (from.zero !== undefined && value === from.zero) value = 0;
    return toLog && value <= 0 ? to.zero ?? to.domain[0] : value;
  };

  const inScale = (row, fields, from, to, toLog) => {
    const changed = { ...row };
    for (const field of fields) {
      if (typeof row[field] === "number") changed[field] = placed(row[field], from, to, toLog);
      if (row.bottom?.includes(field)) changed[field] = to.domain[0];
      if (row.top?.includes(field)) changed[field] = to.domain[1];
    }
    if ("middle" in row) {
      const [low, high] = [changed.x, changed.x2];
      changed.middle = toLog ? Math.sqrt(low * high) : (low + high) / 2;
    }
    return changed;
  };

  // A copy of a plot with the scale of one channel switched to `kind`.
  const withScale = (specification, channel, kind) => {
    const both = specification.usermeta.switch[channel];
    const [from, to, toLog] = [both[both.shown], both[kind], kind === "log"];
    const fields = fieldsOf(specification, channel);
    const copy = structuredClone(specification);
    for (const { encoding = {} } of copy.layer) {
      const axis = encoding[channel];
      if (axis?.scale) {
        Object.assign(axis.scale, { type: kind, domain: to.domain });
        axis.axis = { ...axis.axis, values: to.values, labelExpr: to.labelExpr };
      }
      const end = encoding[`${channel}2`];
      if (toLog && end?.datum <= 0) end.datum = to.domain[0];
    }
    for (const name of Object.keys(copy.datasets ?? {})) {
      copy.datasets[name] =
        copy.datasets[name].map((row) => inScale(row, fields, from, to, toLog));
    }
    copy.usermeta.switch[channel].shown = kind;
    return copy;
  };

  // Lines of at most so many letters.
  const wrapped = (text, letters) => [text].flat().join(" ").split(" ").reduce((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) {
      return [...lines.slice(0, -1), `${last} ${word}`];
    }
    return [...lines, word];
  }, []);

  // A copy of a plot for a narrow screen: titles take more lines, and legends one column.
  const narrowed = (specification, width) => {
    if (width >= NARROW) return specification;
    const copy = structuredClone(specification);
    const { title } = copy;
    const letters = Math.floor(width / LETTER_WIDTH);
    if (title?.text) {
      title.text = wrapped(title.text, letters);
      title.subtitle = wrapped(title.subtitle, letters);
    } else if (title) {
      copy.title = wrapped(title, letters);
    }
    for (const { encoding = {} } of copy.layer) {
      for (const { legend } of Object.values(encoding)) {
        if (legend) legend.columns = 1;
      }
    }
    return copy;
  };

  // The label of a tick that only a zoomed axis has, in the unit of the nearest labelled tick.
  const tickLabel = (value, labels) => {
    const distance = (key) => Math.abs(value > 0 && key > 0 ? Math.log(key / value) : key - value);
    const known = Object.entries(labels)
      .map(([key, label]) => [Number(key), label.match(/^([\d.,]+)(\D*)$/)])
      .filter(([key, parts]) => key > 0 && parts)
      .sort(([one], [other]) => distance(one) - distance(other));
    if (known.length === 0) return String(value);
    const [key, [, number, unit]] = known[0];
    return `${Number((value / key * Number(number.replaceAll(",", ""))).toPrecision(3))}${unit}`;
  };

  // A copy of a plot whose axes have their own ticks until the reader zooms, and then Vega's.
  const zoomable = (specification) => {
    if (!specification.layer.some(({ params = [] }) => params.some(({ name }) => name === "zoom"))) {
      return specification;
    }
    const copy = structuredClone(specification);
    for (const { encoding = {} } of copy.layer) {
      for (const channel of ["x", "y"]) {
        const axis = encoding[channel]?.axis;
        if (!Array.isArray(axis?.values)) continue;
        const labels = axis.labelExpr.slice(0, axis.labelExpr.indexOf("})[") + 2);
        axis.labelExpr = `${axis.labelExpr} || tickLabel(datum.value, ${labels})`;
        axis.values = { expr: `zoom_${channel} ? null : ${JSON.stringify(axis.values)}` };
      }
    }
    return copy;
  };

  // One button for each axis that has two scales; it names the scale that is shown.
  const addSwitches = (canvas, draw) => {
    let specification = plots.specifications[canvas.dataset.plot];
    const channels = Object.keys(specification.usermeta?.switch ?? {});
    if (channels.length === 0) return;
    const row = document.createElement("div");
    row.className = "scales";
    for (const channel of channels) {
      const button = document.createElement("button");
      button.type = "button";
      const name = () => {
        const shown = specification.usermeta.switch[channel].shown;
        button.textContent = `${channel} axis: ${NAMES[shown]}`;
        button.title = `Switch to a ${NAMES[other(shown)]} ${channel} axis`;
        button.setAttribute("aria-label",
          `${canvas.getAttribute("aria-label")}: ${button.textContent}. ${button.title}`);
      };
      button.addEventListener("click", async () => {
        const kind = other(specification.usermeta.switch[channel].shown);
        specification = withScale(specification, channel, kind);
        await draw(specification);
        name();
      });
      name();
      row.append(button);
    }
    canvas.after(row);
  };

  const plots = JSON.parse(document.getElementById("plots").textContent);
  const options = {
    config: plots.config, renderer: "svg", actions: false, defaultStyle: false,
    tooltip: { disableDefaultStyle: true }, expressionFunctions: { tickLabel },
  };
  (async () => {
    for (const canvas of document.querySelectorAll("[data-plot]")) {
      try {
        const draw = (specification) => vegaEmbed(
          canvas, zoomable(narrowed(specification, canvas.clientWidth)), options);
        await draw(plots.specifications[canvas.dataset.plot]);
        addSwitches(canvas, draw);
      } catch (error) {
        // The link to the drawing, which stands there for readers without scripts, stays.
        console.error(error);
      }
    }
  })();

  // A table as lines of cells between tabulators, as spreadsheets take it: numbers without the
  // commas between their thousands, and with the minus sign of keyboards.
  const asText = (table) => [...table.rows].map((row) => [...row.cells].map((cell) =>
    cell.textContent.trim().replaceAll("\u00a0", " ").replaceAll("\u2212", "-")
      .replace(/\d{1,3}(?:,\d{3})+/g, (number) => number.replaceAll(",", "")),
  ).join("\t")).join("\n");

  const copyText = async (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    // A page that is not served over https has no other way.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (!isCopied) throw new Error("the browser refused to copy");
  };

  for (const box of document.querySelectorAll(".scroll")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy table";
    button.setAttribute("aria-label", `Copy for a spreadsheet: ${box.getAttribute("aria-label")}`);
    button.addEventListener("click", async () => {
      try {
        await copyText(asText(box.querySelector("table")));
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not copied: select the table instead";
      }
    });
    box.after(button);
  }

  const links = new Map(
    [...document.querySelectorAll("nav li a")].map((link) => [link.hash.slice(1), link]),
  );
  const reading = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      links.forEach((link, id) => link.classList.toggle("here", id === entry.target.id));
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  document.querySelectorAll("section[id]").forEach((section) => reading.observe(section));
})();
