// Where everything stands that can be seen on a page: boxes, words line by line, and drawings.
() => {
  const found = [];
  const box = (one) => { const r = one.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; };
  const turn = (one) => {
    let deg = 0;
    for (let up = one; up; up = up.parentElement) deg += parseFloat(getComputedStyle(up).rotate) || 0;
    return deg;
  };
  const shown = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const plain = (colour) => colour && !/^rgba\(.*, 0\)$|^color\(.*\/ 0\)$/.test(colour);
  const sides = ["Top", "Right", "Bottom", "Left"];
  const hidden = (one, [x, y, w, h]) => {
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const r = up.getBoundingClientRect();
      if (getComputedStyle(up).overflowY !== "visible" && r.height && (y + h > r.bottom + 2 || y < r.top - 2)) return true;
    }
    return false;
  };
  const visit = (one) => {
    if (getComputedStyle(one).display === "contents") { for (const child of one.children) visit(child); return; }
    if (!shown(one) || one.classList.contains("vh")) return;
    const style = getComputedStyle(one), deg = turn(one), at = box(one);
    const full = deg ? [at[0] + (at[2] - one.offsetWidth) / 2, at[1] + (at[3] - one.offsetHeight) / 2, one.offsetWidth, one.offsetHeight] : at;
    if (at[0] > innerWidth || at[1] + at[3] > innerHeight + 1 && !one.children.length || at[2] < 1) return;
    if (one.localName === "svg" && hidden(one.parentElement, at)) return;
    if (one.localName === "svg") {
      const use = [...one.querySelectorAll("use")].map((each) => ({href: each.getAttribute("href").split("#")[1],
        box: ["x", "y", "width", "height"].map((name) => each.getAttribute(name))}));
      found.push({kind: "art", box: deg && one.offsetWidth ? full : at, view: one.getAttribute("viewBox"), ratio: one.getAttribute("preserveAspectRatio"), use,
        colour: style.color, cut: style.getPropertyValue("--cut"), deg});
      return;
    }
    if (!["input", "option"].includes(one.localName) || one.placeholder) {
      const border = sides.map((side) => [parseFloat(style[`border${side}Width`]), style[`border${side}Color`], style[`border${side}Style`]]);
      const fill = plain(style.backgroundColor) ? style.backgroundColor : null;
      if ((fill || border.some(([width]) => width)) && !hidden(one.parentElement, at)) found.push({kind: "box", box: full, fill, border, radius: parseFloat(style.borderTopLeftRadius) || 0, deg});
    }
    if (one.placeholder) {
      const pen = document.createElement("canvas").getContext("2d"), size = parseFloat(style.fontSize), high = size * 1.2;
      pen.font = style.font;
      found.push({kind: "text", box: [at[0] + parseFloat(style.paddingLeft), at[1] + (at[3] - high) / 2, pen.measureText(one.placeholder).width, high],
        text: one.placeholder, size, weight: style.fontWeight, family: style.fontFamily, colour: getComputedStyle(one, "::placeholder").color, deg});
    }
    for (const child of one.childNodes) {
      if (child.nodeType === 1) visit(child);
      else if (child.nodeType === 3 && child.data.trim()) {
        const range = document.createRange(), lines = [];
        for (const word of child.data.matchAll(/\S+/g)) {
          range.setStart(child, word.index); range.setEnd(child, word.index + word[0].length);
          const r = range.getBoundingClientRect(), last = lines.at(-1);
          if (last && Math.abs(last.y - r.y) < 3) { last.text += " " + word[0]; last.w = r.right - last.x; }
          else lines.push({text: word[0], x: r.x, y: r.y, w: r.width, h: r.height});
        }
        for (const line of lines.filter((line) => !hidden(one, [line.x, line.y, line.w, line.h]))) {
          const text = style.textTransform === "uppercase" ? line.text.toUpperCase() : line.text;
          found.push({kind: "text", box: [line.x, line.y, line.w, line.h], text, size: parseFloat(style.fontSize), weight: style.fontWeight,
            family: style.fontFamily, colour: style.color, deg});
        }
      }
    }
  };
  visit(document.body);
  return {found, ground: getComputedStyle(document.body).backgroundColor};
}
