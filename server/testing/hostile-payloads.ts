import { hostileHtml } from './hostile-html.ts'

/** Event handlers that run without a user action, or with a minimal one. */
const handlers = [
  ['body', 'onpageshow'],
  ['body', 'onhashchange'],
  ['body', 'onresize'],
  ['body', 'onunhandledrejection'],
  ['div', 'oncontentvisibilityautostatechange style=display:block;content-visibility:auto'],
  ['div', 'onanimationend style=animation:spin_1ms'],
  ['div', 'ontransitionend style=transition:1ms'],
  ['div', 'onscroll style=overflow:scroll;height:1px'],
  ['div', 'onfocusin tabindex=0 autofocus'],
  ['div', 'onbeforeinput contenteditable autofocus'],
  ['div', 'onpaste contenteditable'],
  ['div', 'onbeforetoggle popover'],
  ['p', 'onwheel'],
  ['p', 'onpointerenter'],
  ['p', 'oncopy'],
  ['h2', 'onmouseenter'],
  ['li', 'onclick'],
  ['blockquote', 'ondragover draggable=true'],
  ['strong', 'onselectstart'],
  ['img', 'src=/media/a.png onload'],
  ['img', 'src=/media/a.png onerror'],
  ['img', 'srcset=x onerror'],
  ['image', 'src=x onerror'],
  ['input', 'type=image src=x onerror'],
  ['video', 'poster=x onloadstart src=x'],
  ['audio', 'autoplay oncanplay src=data:audio/wav;base64,UklGRiQA'],
  ['track', 'src=x onerror'],
  ['style', 'onload'],
  ['link', 'rel=stylesheet href=x onerror'],
  ['object', 'data=x onerror'],
  ['embed', 'src=x onload'],
  ['iframe', 'src=about:blank onload'],
  ['dialog', 'open onclose'],
  ['meter', 'onmouseover'],
  ['svg', 'onfocus tabindex=1 autofocus'],
  ['x', 'onclick'],
].map(([tag, rest]) => `<${tag} ${rest}=alert(1)>x</${tag}>`)

/** Addresses that run code, in any spelling. */
const schemes = [
  'javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'javascript:/*https://example.com/*/alert(1)',
  'JAVASCRIPT:alert(1)',
  'java\nscript:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  '&#0000106avascript:alert(1)',
  'j&#x61;vascript&#58;alert(1)',
  '\u00A0javascript:alert(1)',
  '\u2028javascript:alert(1)',
  '\u200Bjavascript:alert(1)',
  '&#x1f;javascript:alert(1)',
  'feed:javascript:alert(1)',
  'jar:javascript:alert(1)',
  'livescript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:application/xhtml+xml,<x/>',
  'https:javascript:alert(1)',
  'https://javascript:alert(1)@/',
  'intent:#Intent;S.x=javascript:alert(1);end',
].flatMap((address) => [`<a href="${address}">x</a>`, `<img src="${address}" alt="x" onerror="alert(1)">`])

/** Foreign content: tags that change how the following markup is parsed. */
const foreign = [
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><title><img src=x onerror=alert(1)></title></svg>',
  '<svg><desc><img src=x onerror=alert(1)></desc></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"></use></svg>',
  '<svg><image href=x onerror=alert(1)></svg>',
  '<svg><animateTransform onend=alert(1) attributeName=transform dur=1ms></svg>',
  '<svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>',
  '<svg><handler xmlns="http://www.w3.org/2001/xml-events" event=load>alert(1)</handler></svg>',
  '<math><mi><svg><mi><style><img src=x onerror=alert(1)></style></mi></svg></mi></math>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  '<math><mglyph><svg><mtext><style><a title="</style><img src=x onerror=alert(1)>"></math>',
  '<math><mtext><h1><mglyph><style><!--</style><img src=x onerror=alert(1)>--></math>',
]

/** Text that’s harmless until it’s written and parsed again. */
const mutation = [
  '<form id=a><div></form><form id=b><input name=parentNode>x</form>',
  '<table><tr><td><form><img src=x onerror=alert(1)></td></tr></form></table>',
  '<table><style><p title="</style><img src=x onerror=alert(1)>"></table>',
  '<select><template><style></template><img src=x onerror=alert(1)></select>',
  '<option><style></option></select><img src=x onerror=alert(1)></style>',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<noframes><p title="</noframes><img src=x onerror=alert(1)>"></noframes>',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>"></iframe>',
  '<style><!--</style><img src=x onerror=alert(1)>--></style>',
  '<script><!--<script></script><img src=x onerror=alert(1)>--></script>',
  '<a href="`><img src=x onerror=alert(1)>">x</a>',
  '<p title=`</p><img src=x onerror=alert(1)>`>x</p>',
  '<img alt="</p><script>alert(1)</script>" src="/media/a.png">',
  '<img src="/media/a.png" alt=`onerror=alert(1)`>',
  `<img src='/media/a.png" onerror="alert(1)' alt="x">`,
  '<p>\uFFFC<img src="/media/a.png" alt="&quot;><img src=x onerror=alert(1)>"></p>',
  '<br/onclick=alert(1)><hr onclick=alert(1)>',
  '<p></p\nonmouseover=alert(1)>x',
]

/** Names that hide properties the page’s own code uses. */
const clobbering = [
  '<img name=body src="/media/a.png" alt="x">',
  '<a id=self href="https://example.com/">x</a><a id=self name=location>y</a>',
  '<form name=document><input name=cookie></form>',
  '<a id=XSRF-TOKEN>x</a>',
  '<p id=root>x</p>',
  '<object id=createElement></object>',
  // forms expose their named fields, and documents their images, forms and frames, as properties
  ...'parentNode childNodes attributes nodeName nodeType textContent firstChild nextSibling removeChild remove removeAttribute getAttribute hasAttribute querySelectorAll replaceWith ownerDocument localName namespaceURI insertBefore append style'
    .split(' ')
    .flatMap((name) => [
      `<form><input name=${name}><p onclick=alert(1)>x</p></form>`,
      `<form id=a><p>x</p></form><button form=a id=${name}></button>`,
    ]),
  ...'body createElement querySelectorAll createTreeWalker implementation documentElement cookie defaultView'
    .split(' ')
    .flatMap((name) => [
      `<img name=${name} src="/media/a.png" alt="x"><p>x</p>`,
      `<form name=${name}><p>x</p></form><iframe name=${name}></iframe><embed name=${name}>`,
    ]),
  '<form name=parentNode><img src=x onerror=alert(1)></form>',
  '<form id=parentNode><form id=childNodes><img name=attributes src=x onerror=alert(1)></form>',
]

/** Markup that only some parsers recognize. */
const encodings = [
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<img src=x\u0000 onerror=alert(1)>',
  '<\u0130mg src=x onerror=alert(1)>',
  '<\u017Fcript>alert(1)</\u017Fcript>',
  '<img\u000Bsrc=x\u000Conerror=alert(1)>',
  '\uFEFF<img src=x onerror=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt;&lt;/img&gt;',
]

/** Every class of rich text attack, more than 200 payloads. If run, each would call `alert`. */
export const hostilePayloads: readonly string[] = [
  ...hostileHtml,
  ...handlers,
  ...schemes,
  ...foreign,
  ...mutation,
  ...clobbering,
  ...encodings,
]
