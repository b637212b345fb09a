/** The style sheet of QuickJS apps, in the shell's theme. */
export const STYLE = `
:root{color-scheme:dark;--bg:#14151a;--surface:#1e2028;--border:#363946;--text:#f2f3f7;--muted:#a5a9b8;--accent:#8ea2ff;--on:#10131f;--danger:#ff8d8d;--success:#7ddba3}
:root[data-theme=light]{color-scheme:light;--bg:#fafafc;--surface:#fff;--border:#d9dce6;--text:#16181f;--muted:#5b6072;--accent:#4051c9;--on:#fff;--danger:#b3261e;--success:#1b7a45}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 Inter,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans JP","Noto Sans CJK JP",sans-serif}
#app{max-width:44rem;margin:0 auto;padding:1.25rem 1rem 2rem}
h1{font-size:1.5rem;line-height:1.25;margin:0}
p{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
.column,.card{display:flex;flex-direction:column;gap:.75rem}
.row{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
.row:has(>.field){align-items:end}
.row.center{justify-content:center}.row.end{justify-content:end}.row.between{justify-content:space-between}
.column.center{align-items:center}.column.end{align-items:end}
.card{background:var(--surface);border:1px solid var(--border);border-radius:.9rem;padding:1rem}
.grid{display:grid;grid-template-columns:repeat(var(--columns),minmax(0,1fr));gap:.4rem}
.small{font-size:.85rem}.large{font-size:1.3rem;line-height:1.35}.huge{font-size:2.6rem;line-height:1.15;font-weight:650;font-variant-numeric:tabular-nums}
.bold{font-weight:650}.muted{color:var(--muted)}.accent{color:var(--accent)}.danger{color:var(--danger)}.success{color:var(--success)}
p.center{text-align:center}p.end{text-align:end}
button,input,select,textarea{font:inherit;color:inherit}
button{min-height:2.75rem;padding:.4rem 1rem;border:1px solid var(--border);border-radius:.7rem;background:var(--surface);font-weight:550;cursor:pointer}
button.primary{background:var(--accent);border-color:transparent;color:var(--on)}
button:disabled{opacity:.5;cursor:default}
button:not(:disabled):active{transform:translateY(1px)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.field{display:flex;flex-direction:column;gap:.3rem;font-size:.9rem;color:var(--muted);min-width:0;max-width:100%}
.row>.field{flex:1 1 10rem}.row>.toggle{flex:none}.column>.field,.card>.field{align-self:stretch}
.field>:not(span){color:var(--text);font-size:1rem}
.field input:not([type=range],[type=checkbox]),.field select,.field textarea{min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--border);border-radius:.7rem;background:var(--surface);width:100%}
.field textarea{min-height:7rem;resize:vertical}
.toggle{flex-direction:row-reverse;justify-content:start;align-items:center;color:var(--text);min-height:2.75rem}
input[type=checkbox]{width:1.25rem;height:1.25rem}
input,progress{accent-color:var(--accent)}progress{width:100%}
canvas,img{max-width:100%;height:auto;border-radius:.7rem;touch-action:manipulation}
`;
