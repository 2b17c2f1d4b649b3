/** Styles of the few pages that the server renders itself, in the console's colours, light and dark. */
export const PAGE_STYLE = `
@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(/sign-in/inter.woff2) format("woff2")}
:root{color-scheme:light dark;--bg:#f7f8fa;--card:#fff;--line:#e4e7ec;--text:#15181e;--dim:#545c6a;--accent:#4853d6;--on-accent:#fff;--accent-bg:#eef0ff;--error:#bd2429;--error-bg:#ffecec}
@media (prefers-color-scheme:dark){:root{--bg:#14161b;--card:#191c22;--line:#2b3039;--text:#e8eaee;--dim:#a7afbb;--accent:#9aa2ff;--on-accent:#14161b;--accent-bg:#23264a;--error:#ff8a8a;--error-bg:#3d1719}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:32px 16px;background:var(--bg);color:var(--text);font:14px/1.5 "Inter Variable",system-ui,sans-serif;font-feature-settings:"tnum","cv05";-webkit-font-smoothing:antialiased}
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
button.secondary{background:transparent;border-color:var(--line);color:var(--text)}
button.secondary:hover{border-color:var(--accent);background:var(--accent-bg);filter:none}
[hidden]{display:none!important}
form.passkey{margin-top:10px}
a{color:var(--accent)}
.more{margin-top:14px;font-size:13px}
.qr{display:block;width:196px;height:196px;margin:16px auto 0;border-radius:6px;background:#fff;color:#000}
.secret,.codes{margin:12px 0 0;padding:9px 12px;border:1px solid var(--line);border-radius:6px;font:13px/1.7 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.codes{list-style:none}
.error{display:flex;gap:8px;margin-top:16px;padding:9px 12px;border-radius:6px;background:var(--error-bg);color:var(--error);font-size:13px}
.demo h2{margin:0;font-size:13px;line-height:18px;font-weight:580}
.demo p{font-size:12px}
.tabs{display:flex;flex-wrap:wrap;column-gap:16px;margin-top:12px}
.tabs input[type=radio]{position:absolute;width:1px;height:1px;margin:0;opacity:0;pointer-events:none}
.tabs>label{padding:4px 0;border-bottom:2px solid transparent;color:var(--dim);font-size:12px;cursor:pointer}
.tabs>input:checked+label{border-color:var(--accent);color:var(--text)}
.tabs>input:focus-visible+label{outline:2px solid var(--accent);outline-offset:2px}
.tabs>section{display:none;order:1;flex:0 0 100%;gap:6px;margin-top:10px}
.tabs>input:checked+label+section{display:grid}
.demo form{margin:0;display:block}
.demo button{width:100%;height:auto;min-height:34px;padding:6px 10px;text-align:start;background:transparent;color:var(--dim);border-color:var(--line);font-size:13px;font-weight:400;line-height:1.35;overflow-wrap:anywhere}
.demo button b{color:var(--text);font-weight:560}
.demo button:hover{border-color:var(--accent);background:var(--accent-bg);filter:none}
@media (prefers-reduced-motion:no-preference){button{transition:background .12s,border-color .12s}}
`;
