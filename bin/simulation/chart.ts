export interface ChartLine {
  label: string;
  color: string;
  /** In any order of x. */
  points: readonly (readonly [number, number])[];
}

export interface Axis {
  label: string;
  from: number;
  to: number;
  isLogarithmic?: true;
  ticks: readonly { at: number; label: string }[];
}

export interface Chart {
  title: string;
  x: Axis;
  y: Axis;
  curves: readonly ChartLine[];
  /** A horizontal line with a label. */
  limit?: { at: number; label: string };
}

const size = { width: 760, height: 380, left: 70, right: 200, top: 40, bottom: 50 };
const plot = {
  width: size.width - size.left - size.right,
  height: size.height - size.top - size.bottom,
};

const share = ({ from, to, isLogarithmic }: Axis, value: number): number => {
  const scale = isLogarithmic ? (each: number) => Math.log10(Math.max(each, from)) : (each: number) => each;
  return Math.max(0, Math.min(1, (scale(value) - scale(from)) / (scale(to) - scale(from))));
};

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

const escapedText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const textAt = (x: number, y: number, text: string, extra = ""): string =>
  `<text x="${rounded(x)}" y="${rounded(y)}" ${extra}>${escapedText(text)}</text>`;

/** Returns an SVG chart of curves, with a legend on its right. Its background is white, for dark pages. */
export const svgOf = ({ title, x, y, curves, limit }: Chart): string => {
  const xAt = (value: number): number => size.left + share(x, value) * plot.width;
  const yAt = (value: number): number => size.top + (1 - share(y, value)) * plot.height;
  const right = size.left + plot.width;
  const bottom = size.top + plot.height;
  const line = (x1: number, y1: number, x2: number, y2: number, stroke: string): string =>
    `<line x1="${rounded(x1)}" y1="${rounded(y1)}" x2="${rounded(x2)}" y2="${rounded(y2)}" stroke="${stroke}"/>`;
  const parts = [
    textAt(size.left, 22, title, 'font-size="15"'),
    ...x.ticks.map(({ at, label }) => textAt(xAt(at), bottom + 18, label, 'text-anchor="middle"')),
    ...y.ticks.map(({ at, label }) => textAt(size.left - 8, yAt(at) + 4, label, 'text-anchor="end"')),
    ...y.ticks.map(({ at }) => line(size.left, yAt(at), right, yAt(at), "#dddddd")),
    line(size.left, bottom, right, bottom, "#333333"),
    textAt(size.left + plot.width / 2, bottom + 38, x.label, 'text-anchor="middle"'),
    textAt(size.left, size.top - 4, y.label),
    ...curves.map(({ color, points }) => {
      const path = points.map(([at, value]) => `${rounded(xAt(at))},${rounded(yAt(value))}`).join(" ");
      return `<polyline fill="none" stroke="${color}" stroke-width="2" points="${path}"/>`;
    }),
    ...curves.map(({ color, label }, index) =>
      textAt(right + 12, size.top + 14 + index * 20, label, `fill="${color}"`),
    ),
    ...(limit
      ? [
          line(size.left, yAt(limit.at), right, yAt(limit.at), "#c00000"),
          textAt(right + 12, yAt(limit.at) + 4, limit.label, 'fill="#c00000"'),
        ]
      : []),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">`,
    `<title>${escapedText(title)}</title>`,
    `<rect width="${size.width}" height="${size.height}" fill="#ffffff"/>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
};
