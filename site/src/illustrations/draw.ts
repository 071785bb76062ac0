/**
 * The pen: SVG markup as short text.
 *
 * Scenes are strings, not React elements: a page with a hundred cards would otherwise hydrate thousands of nodes
 * that never change. Everything in them is made of our own words and rounded numbers; no text from outside enters.
 */

/** A point in user units of the picture, x to the right and y down. */
export type Point = readonly [x: number, y: number];

/**
 * One path's `d`, written from absolute points into relative whole numbers.
 *
 * Rounding is against the pen's real place, so errors do not add up; a repeated command letter is left out.
 */
export class Trace {
  private text = "";
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;
  private letter = "";

  /** Where the pen stands. */
  get here(): Point {
    return [this.x, this.y];
  }

  /** Lifts the pen and sets it down at a point. */
  move(x: number, y: number): this {
    this.startX = this.x = Math.round(x);
    this.startY = this.y = Math.round(y);
    this.text += `M${join([this.x, this.y])}`;
    this.letter = "";
    return this;
  }

  /** A straight line to a point. */
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

  /** A curve to a point, drawn towards its control point. */
  curve(controlX: number, controlY: number, x: number, y: number): this {
    const toX = Math.round(x) - this.x;
    const toY = Math.round(y) - this.y;
    this.write("q", [Math.round(controlX) - this.x, Math.round(controlY) - this.y, toX, toY]);
    this.x += toX;
    this.y += toY;
    return this;
  }

  /** Closes the shape. */
  close(): this {
    this.text += "z";
    this.letter = "";
    this.x = this.startX;
    this.y = this.startY;
    return this;
  }

  /** A stroke of its own from one point along `points`. */
  stroke(...points: Point[]): this {
    points.forEach(([x, y], at) => (at === 0 ? this.move(x, y) : this.line(x, y)));
    return this;
  }

  /** A closed shape with straight sides. */
  shape(...points: Point[]): this {
    return this.stroke(...points).close();
  }

  /** A closed soft shape: the points pull the outline, which passes between them. */
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
    const body = join(numbers);
    // A number may follow another command's without its letter, but then needs a space unless it is negative.
    this.text += letter === this.letter ? (body.startsWith("-") ? body : ` ${body}`) : letter + body;
    this.letter = letter;
  }
}

/** A filled path; `more` is further attributes as text. */
export function fill(color: string, d: Trace | string, more = ""): string {
  return `<path fill="${color}" d="${d}"${more && ` ${more}`}/>`;
}

/** A stroked path; `width` in user units. The picture's outer group says for all: not filled, round ends. */
export function ink(color: string, width: number, d: Trace | string, more = ""): string {
  return `<path stroke="${color}" stroke-width="${short(width)}" d="${d}"${more && ` ${more}`}/>`;
}

/** A circle. */
export function disc(color: string, x: number, y: number, radius: number, more = ""): string {
  return `<circle fill="${color}" cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"${more && ` ${more}`}/>`;
}

/** An ellipse. */
export function oval(color: string, x: number, y: number, width: number, height: number, more = ""): string {
  return `<ellipse fill="${color}" cx="${Math.round(x)}" cy="${Math.round(y)}" rx="${Math.round(width)}" ry="${Math.round(height)}"${more && ` ${more}`}/>`;
}

/** A rectangle. */
export function box(color: string, x: number, y: number, width: number, height: number, more = ""): string {
  return `<path fill="${color}" d="M${join([x, y].map(Math.round))}h${Math.round(width)}v${Math.round(height)}h${-Math.round(width)}z"${more && ` ${more}`}/>`;
}

/** A group moved to (x, y) and scaled; a negative `scaleX` mirrors. */
export function place(x: number, y: number, scale: number, inner: string, mirrored = false): string {
  const size =
    scale === 1 && !mirrored
      ? ""
      : mirrored
        ? `scale(${short(-scale)} ${short(scale)})`
        : `scale(${short(scale)})`;
  return `<g transform="translate(${join([Math.round(x), Math.round(y)])})${size}">${inner}</g>`;
}

/** A vertical gradient: stops are [offset 0 to 1, colour, opacity 1 unless told]. */
export function fade(id: string, ...stops: (readonly [number, string, number?])[]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${stopText(stops)}</linearGradient>`;
}

/** A round gradient from the middle outwards; stops as in `fade`. */
export function glow(id: string, ...stops: (readonly [number, string, number?])[]): string {
  return `<radialGradient id="${id}">${stopText(stops)}</radialGradient>`;
}

function stopText(stops: (readonly [number, string, number?])[]): string {
  return stops
    .map(([at, color, opacity = 1]) => {
      const where = at === 0 ? "" : ` offset="${short(at)}"`;
      return `<stop${where} stop-color="${color}"${opacity === 1 ? "" : ` stop-opacity="${short(opacity)}"`}/>`;
    })
    .join("");
}

/** A number with at most two decimals and no leading zero. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, "$1.");
}

function join(numbers: number[]): string {
  // `-0` prints as "0"; a minus sign already parts two numbers.
  return numbers.reduce((text, value, at) => text + (at > 0 && value >= 0 ? " " : "") + String(value), "");
}
