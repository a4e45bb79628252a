/**
 * JupyterLab and VS Code tell their theme by an attribute of the body, not by color-scheme.
 * Returns how to stop following it.
 */
export function followTheme(root) {
  const read = () => {
    const { jpThemeLight } = document.body.dataset;
    const code = document.body.dataset.vscodeThemeKind;
    let scheme = "";
    if (jpThemeLight) scheme = jpThemeLight === "false" ? "dark" : "light";
    else if (code) scheme = code.includes("dark") ? "dark" : "light";
    root.style.colorScheme = scheme;
  };
  read();
  const observer = new MutationObserver(read);
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  return () => observer.disconnect();
}
