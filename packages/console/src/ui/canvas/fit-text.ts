/** Cuts texts that are too long for a width in CSS pixels. The context's font decides. */
export type FitText = (context: CanvasRenderingContext2D, text: string, width: number) => string;

/** Makes a function that keeps what it has cut: a drawing shows the same texts in each frame. */
export function createFitText(): FitText {
  const known = new Map<string, string>();
  return (context, text, width) => {
    const key = `${context.font} ${width} ${text}`;
    const fitted = known.get(key) ?? cut(context, text, width);
    known.set(key, fitted);
    return fitted;
  };
}

function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) least = middle;
    else most = middle - 1;
  }
  return least === 0 ? '' : `${text.slice(0, least).trimEnd()}…`;
}
