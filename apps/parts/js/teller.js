const PAUSE = 200; // ms between two messages

/** Tells python where the reader is, where somebody asked for it: seldom, but always the last place. */
export function teller(model, channel) {
  const sent = () => {
    const { trace, cursor } = JSON.parse(model.at);
    return `${trace} ${cursor}`;
  };
  let known = sent(); // the place that python knows of
  let timer = 0;
  let rest = 0;
  const here = () => `${channel.trace} ${channel.cursor}`;
  const send = () => {
    timer = 0;
    if (here() === known) return;
    known = here();
    rest = performance.now() + PAUSE;
    model.send_msg({ trace: channel.trace, cursor: channel.cursor });
  };
  return (why) => {
    if (why === "seek") known = here();
    if (why === "load") known = sent();
    if (!model.sync || timer || here() === known) return;
    timer = setTimeout(send, Math.max(0, rest - performance.now()));
  };
}
