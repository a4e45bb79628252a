const PAUSE = 200; // ms between two messages

/** Tells python where the reader is, where somebody asked for it: seldom, but always the last place. */
export function teller(model, channel) {
  let told = null;
  let timer = 0;
  let rest = 0;
  const send = () => {
    timer = 0;
    const place = `${channel.trace} ${channel.cursor}`;
    if (place === told) return;
    told = place;
    rest = performance.now() + PAUSE;
    model.send_msg({ trace: channel.trace, cursor: channel.cursor });
  };
  return (why) => {
    if (!model.sync || timer) return;
    if (why === "data" || why === "seek") {
      told ??= `${channel.trace} ${channel.cursor}`;
      return;
    }
    timer = setTimeout(send, Math.max(0, rest - performance.now()));
  };
}
