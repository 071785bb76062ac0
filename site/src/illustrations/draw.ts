/**
 * Builds SVG markup as short strings.
 *
 * Scenes are strings instead of React elements, because they are served as files. They contain only constants and
 * rounded numbers, no text from outside.
 */

/** A point in user units of the picture, x to the right and y down. */
export type Point = readonly [x: number, y: number];

/**
 * Builds the `d` attribute of a path: converts absolute points to relative integers.
 *
 * Each point is rounded before the difference is taken, so errors do not add up. Repeated command letters are omitted.
 */
export class PathBuilder {
  private text = "";
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;
  private letter = "";

  get position(): Point {
    return [this.x, this.y];
  }

  move(x: number, y: number): this {
    this.startX = this.x = Math.round(x);
    this.startY = this.y = Math.round(y);
    this.text += `M${joinNumbers([this.x, this.y])}`;
    this.letter = "";
    return this;
  }

  line(x: number, y: number): this {
    const toX = Math.round(x) - this.x;
    const toY = Math.round(y) - this.y;
    if (toX === 0 && toY === 0) return this;
    if (toX === 0) this.write("v", [toY]);
    else if (toY === 0) this.write("h", [toX]);
    else this.write("l", [toX, toY]);
    this.x += toX;
    this.y += toY;
    return this;
  }

  /** A quadratic curve. */
  curve(controlX: number, controlY: number, x: number, y: number): this {
    const toX = Math.round(x) - this.x;
    const toY = Math.round(y) - this.y;
    this.write("q", [Math.round(controlX) - this.x, Math.round(controlY) - this.y, toX, toY]);
    this.x += toX;
    this.y += toY;
    return this;
  }

  close(): this {
    this.text += "z";
    this.letter = "";
    this.x = this.startX;
    this.y = this.startY;
    return this;
  }

  /** A separate line along `points`. */
  stroke(...points: Point[]): this {
    points.forEach(([x, y], at) => (at === 0 ? this.move(x, y) : this.line(x, y)));
    return this;
  }

  /** A closed polygon. */
  polygon(...points: Point[]): this {
    return this.stroke(...points).close();
  }

  /** A closed shape with round corners: the points are the control points of its curves. */
  blob(...points: Point[]): this {
    const last = points[points.length - 1]!;
    const [firstX, firstY] = points[0]!;
    this.move((last[0] + firstX) / 2, (last[1] + firstY) / 2);
    points.forEach(([x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length]!;
      this.curve(x, y, (x + nextX) / 2, (y + nextY) / 2);
    });
    return this.close();
  }

  toString(): string {
    return this.text;
  }

  private write(letter: string, numbers: number[]) {
    const body = joinNumbers(numbers);
    // A repeated letter is omitted. Then a space separates the numbers, unless the second is negative.
    this.text += letter === this.letter ? (body.startsWith("-") ? body : ` ${body}`) : letter + body;
    this.letter = letter;
  }
}

/** A filled path; `more` has other attributes. */
export function fill(color: string, d: PathBuilder | string, more = ""): string {
  return `<path fill="${color}" d="${d}"${more && ` ${more}`}/>`;
}

/** A stroked path; `width` in user units. The outer group of the picture sets no fill and round ends. */
export function stroke(color: string, width: number, d: PathBuilder | string, more = ""): string {
  return `<path stroke="${color}" stroke-width="${formatNumber(width)}" d="${d}"${more && ` ${more}`}/>`;
}

export function circle(color: string, x: number, y: number, radius: number, more = ""): string {
  return `<circle fill="${color}" cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${formatNumber(radius)}"${more && ` ${more}`}/>`;
}

export function ellipse(
  color: string,
  x: number,
  y: number,
  width: number,
  height: number,
  more = "",
): string {
  return `<ellipse fill="${color}" cx="${Math.round(x)}" cy="${Math.round(y)}" rx="${Math.round(width)}" ry="${Math.round(height)}"${more && ` ${more}`}/>`;
}

export function rect(color: string, x: number, y: number, width: number, height: number, more = ""): string {
  return `<path fill="${color}" d="M${joinNumbers([x, y].map(Math.round))}h${Math.round(width)}v${Math.round(height)}h${-Math.round(width)}z"${more && ` ${more}`}/>`;
}

/** A group that is moved to (x, y), scaled, and mirrored horizontally. */
export function transformGroup(x: number, y: number, scale: number, inner: string, mirrored = false): string {
  const transform =
    scale === 1 && !mirrored
      ? ""
      : mirrored
        ? `scale(${formatNumber(-scale)} ${formatNumber(scale)})`
        : `scale(${formatNumber(scale)})`;
  return `<g transform="translate(${joinNumbers([Math.round(x), Math.round(y)])})${transform}">${inner}</g>`;
}

/** A vertical gradient; stops are [offset from 0 to 1, color, opacity (default 1)]. */
export function linearGradient(id: string, ...stops: (readonly [number, string, number?])[]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${gradientStops(stops)}</linearGradient>`;
}

/** A gradient from the center outwards; stops as in `linearGradient`. */
export function radialGradient(id: string, ...stops: (readonly [number, string, number?])[]): string {
  return `<radialGradient id="${id}">${gradientStops(stops)}</radialGradient>`;
}

function gradientStops(stops: (readonly [number, string, number?])[]): string {
  return stops
    .map(([at, color, opacity = 1]) => {
      const offset = at === 0 ? "" : ` offset="${formatNumber(at)}"`;
      return `<stop${offset} stop-color="${color}"${opacity === 1 ? "" : ` stop-opacity="${formatNumber(opacity)}"`}/>`;
    })
    .join("");
}

/** A number with at most two decimals and no leading zero. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, "$1.");
}

function joinNumbers(numbers: number[]): string {
  // `-0` prints as "0". A minus sign separates two numbers.
  return numbers.reduce((text, value, at) => text + (at > 0 && value >= 0 ? " " : "") + String(value), "");
}
