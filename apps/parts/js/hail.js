/**
 * In a notebook the way to python opens only after the part is drawn, and what python changed before then is lost: ask
 * for it until the answer comes. Returns how to stop.
 */
export function hail(model) {
  let left = 20;
  const timer = setInterval(() => {
    left -= 1;
    if (left) model.send_msg({ ready: true });
    else clearInterval(timer);
  }, 250);
  model.on("msg:custom", (values) => {
    clearInterval(timer);
    Object.assign(model, values);
  });
  return () => clearInterval(timer);
}
