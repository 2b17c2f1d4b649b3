/** Styles of the few pages that the server renders itself, in the console's colours, light and dark. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--bg:#f7f8fa;--card:#fff;--line:#e4e7ec;--text:#15181e;--dim:#5b6371;--accent:#4853d6;--on-accent:#fff;--accent-bg:#eef0ff;--error:#c62a2f;--error-bg:#ffecec}
@media (prefers-color-scheme:dark){:root{--bg:#14161b;--card:#191c22;--line:#2b3039;--text:#e8eaee;--dim:#a0a8b5;--accent:#8f98ff;--on-accent:#14161b;--accent-bg:#23264a;--error:#ff8a8a;--error-bg:#3d1719}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:32px 16px;background:var(--bg);color:var(--text);font:14px/1.5 "Inter Variable",Inter,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
main{width:100%;max-width:384px;display:grid;gap:16px}
.brand{display:flex;align-items:center;justify-content:center;gap:10px;font-size:17px;font-weight:650;letter-spacing:-.01em}
.brand svg{color:var(--accent)}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:28px}
h1{margin:0 0 4px;font-size:19px;line-height:26px;font-weight:620;letter-spacing:-.015em}
p{margin:0;color:var(--dim)}
form{display:grid;gap:14px;margin-top:20px}
label{display:grid;gap:5px;font-size:13px;font-weight:540}
input{height:38px;width:100%;padding:0 11px;border:1px solid var(--line);border-radius:6px;background:var(--card);color:var(--text);font:inherit}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
button{height:38px;padding:0 14px;border:1px solid transparent;border-radius:6px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:560;cursor:pointer}
button:hover{filter:brightness(1.06)}
a{color:var(--accent)}
.error{display:flex;gap:8px;margin-top:16px;padding:9px 12px;border-radius:6px;background:var(--error-bg);color:var(--error);font-size:13px}
.demo h2{margin:0;font-size:13px;line-height:18px;font-weight:580}
.demo p{font-size:12px}
.demo section{margin-top:14px}
.demo h3{margin:0 0 6px;font-size:12px;font-weight:540;color:var(--dim)}
.people{display:grid;grid-template-columns:1fr 1fr;gap:6px}
.people form{margin:0;display:block}
.people button{width:100%;height:auto;padding:7px 10px;text-align:left;background:transparent;color:var(--text);border-color:var(--line);font-weight:540;line-height:1.35}
.people button:hover{border-color:var(--accent);background:var(--accent-bg);filter:none}
.people span{display:block;color:var(--dim);font-size:11px;font-weight:400;overflow-wrap:anywhere}
@media (prefers-reduced-motion:no-preference){button{transition:background .12s,border-color .12s}}
`;
