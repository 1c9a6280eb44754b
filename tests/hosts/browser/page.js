// What is asked of a page from outside; each function returns a list of complaints, or texts.
(() => {
// On a narrow screen the heads of a table are for those who have it read out.
const isHidden = e => e.closest('thead') && getComputedStyle(e.closest('thead')).position === 'absolute';

return {
  // What sticks out of the page to the left or to the right, or has more inside than it shows.
  overflow() {
    const out = [], width = document.documentElement.clientWidth;
    for (const e of document.querySelectorAll('body *')) {
      if (isHidden(e)) continue;
      const box = e.getBoundingClientRect();
      if (box.left < -0.5 || box.right > width + 0.5) out.push(`${e.tagName} ${e.className?.baseVal ?? e.className}: from ${box.left} to ${box.right} of ${width}`);
      if (!e.closest('svg') && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1) out.push(`${e.tagName} ${e.className}: ${e.scrollWidth} in ${e.clientWidth}`);
    }
    if (document.documentElement.scrollWidth > width) out.push(`the page: ${document.documentElement.scrollWidth} in ${width}`);
    return out;
  },

  // Cells that are so narrow that a short text has a character in each line.
  squeezed() {
    const out = [];
    for (const e of document.querySelectorAll('td, th, dd, p, li')) {
      const text = e.textContent.trim(), box = e.getBoundingClientRect();
      if (!isHidden(e) && text.length > 1 && box.width > 1 && box.width < 30) out.push(`${e.tagName} ${text}: ${box.width}`);
    }
    return out;
  },

  // Texts of pictures that are cut off, or on top of another text or of a bar.
  collisions() {
    const out = [];
    for (const picture of document.querySelectorAll('svg[role=img]')) {
      const frame = picture.getBoundingClientRect();
      const texts = [...picture.querySelectorAll('text')].map(e => [e.textContent, e.getBoundingClientRect()]);
      const bars = [...picture.querySelectorAll('rect')].map(e => ['a bar', e.getBoundingClientRect()]);
      texts.forEach(([text, a], i) => {
        if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1) out.push(`${text} is cut off`);
        for (const [other, b] of [...texts.slice(i + 1), ...bars]) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 1 && down > 3) out.push(`${text} is on top of ${other}`);
        }
      });
    }
    return out;
  },

  // The smallest contrast of a text with what is behind it, as WCAG defines it, and that text.
  contrast() {
    const parse = c => (c.match(/[\d.]+/g) ?? []).map(Number);
    const channel = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const behind = e => {
      for (; e; e = e.parentElement) {
        const c = parse(getComputedStyle(e).backgroundColor);
        if (c.length < 4 || c[3] === 1) return c;
        if (c[3] > 0) return null; // half transparent: not known
      }
      return [255, 255, 255];
    };
    let worst = {ratio: 99, text: ''}, texts = 0;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let n; (n = walk.nextNode());) {
      const e = n.parentElement;
      if (!n.textContent.trim() || ['title', 'desc'].includes(e.tagName)) continue;
      const style = getComputedStyle(e), color = parse(e.tagName === 'text' ? style.fill : style.color), back = behind(e);
      const [a, b] = back && color.length === 3 && style.opacity === '1' ? [luminance(color), luminance(back)] : [0, 0];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      texts++;
      if (ratio < worst.ratio) worst = {ratio, text: n.textContent};
    }
    return {...worst, texts};
  },

  // The texts that must be on paper, and lists of those that must be on one sheet together.
  texts() {
    const all = (s, e = document) => [...e.querySelectorAll(s)], texts = list => list.map(e => e.textContent);
    const first = e => {
      const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
      for (let n; (n = walk.nextNode());) if (n.textContent.trim() && !n.parentElement.closest('title, desc')) return n.textContent;
      return '';
    };
    const leaves = 'h1, h2, h3, p, dt, dd, th, code, bdi, text, td:not(:has(p)) > span, td:not(:has(*))';
    return {
      all: texts(all(leaves)),
      together: [
        ...all('figure svg').map(e => texts(all('text', e))),
        ...all('tr').map(e => texts(all(leaves, e))),
        ...all('table.short').map(e => texts(all(leaves, e))),
        ...all('.verdict, .signature, .story, .checks li').map(e => texts(all(leaves, e))),
        ...all('h2, h3').filter(e => e.nextElementSibling).map(e => [e.textContent, first(e.nextElementSibling)]),
      ],
    };
  },
};
})()
