/** Function that each payload calls when it runs. The browser counts the calls. */
export const RAN = 'cohesionRan'

const call = `${RAN}()`

const vectors = [
  `<script>${call}</script>`,
  `<img src=x onerror=${call}>`,
  `<svg onload=${call}>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<body onload=${call}>`,
  `<input autofocus onfocus=${call}>`,
  `<details open ontoggle=${call}>x</details>`,
  `<video><source onerror=${call}></video>`,
  `<audio src=x onerror=${call}>`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<iframe src="javascript:parent.${call}"></iframe>`,
  `<object data="javascript:${call}"></object>`,
  `<embed src="javascript:${call}">`,
  `<a href="javascript:${call}">press</a>`,
  `<a href=" java\tscript:${call}">press</a>`,
  `<a href="data:text/html,<script>opener.${call}</script>">press</a>`,
  `<form action="javascript:${call}"><button>press</button></form>`,
  `<button formaction="javascript:${call}">press</button>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${call}>`,
  `<link rel=stylesheet href=x onerror=${call}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  `<marquee onstart=${call}>x</marquee>`,
  `<div onpointerenter=${call} style="position:fixed;inset:0">x</div>`,
  `<p onclick=${call}>press</p>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `</textarea><img src=x onerror=${call}>`,
  `<template><img src=x onerror=${call}></template>`,
  `<a xlink:href="javascript:${call}"><text>press</text></a>`,
  `<img src="x" style="background:url(javascript:${call})" onerror=${call}>`,
] as const

/** Disguises that evade filters for the plain payload. */
const disguises: ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `">${vector}`,
  (vector) => `'-->${vector}`,
  (vector) => `</title></style></script>${vector}`,
  (vector) => vector.replace(/<([a-z])/g, (_, letter: string) => `<${letter.toUpperCase()}`),
  (vector) => vector.replace(/ on(\w)/g, '/ON$1'),
  (vector) => `<${vector}`,
  (vector) => `<p>${vector}</p>`,
  (vector) => vector.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (vector) => `{{${call}}}\${${call}}$t(${call})${vector}`,
]

/** 300 texts that would call `RAN` if a page treated them as markup or as a program. */
export const scriptPayloads: readonly string[] = vectors.flatMap((vector) =>
  disguises.map((disguise) => disguise(vector)),
)
