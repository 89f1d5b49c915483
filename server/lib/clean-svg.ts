import sanitizeHtml from 'sanitize-html'

/** Shapes and paint; everything else goes, with what it holds. */
const shapes =
  `svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath title`.split(
    ' ',
  )

/** Elements whose text is shown, or told. */
const holdsText: ReadonlySet<string> = new Set(['text', 'tspan', 'title'])

/** Where a shape is. */
const geometry =
  `viewBox preserveAspectRatio width height x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy d points pathLength
  transform rotate textLength lengthAdjust gradientTransform gradientUnits spreadMethod clipPathUnits offset`.split(
    /\s+/,
  )

/** How it is painted. */
const paint = `fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity opacity color clip-path clip-rule
  font-family font-size font-weight font-style text-anchor dominant-baseline letter-spacing word-spacing visibility
  display paint-order vector-effect`.split(/\s+/)

const drawn: ReadonlySet<string> = new Set([...geometry, ...paint])
const painted: ReadonlySet<string> = new Set(paint)

/** Deeper than any drawing program nests. */
const deepest = 80

/** Letters of numbers, colours, paths and font names: nothing that could be an address, a script or an escape. */
const isPlain = (value: string): boolean => /^[\w\s.,#%()+\-/'"]*$/.test(value)

/** What a value holds beside references to elements of the same drawing. */
const isSafe = (value: string): boolean => {
  const rest = value.replaceAll(/\burl\(\s*(['"]?)#[\w.-]+\1\s*\)/g, '')
  return isPlain(rest) && !/url|expression|javascript|import/i.test(rest)
}

/** Paint that a `style` attribute names, as attributes: drawing programs write it so. */
const paintIn = (style: string): Record<string, string> =>
  Object.fromEntries(
    style
      .split(';')
      .map((declaration) => declaration.split(':'))
      .flatMap(([name = '', value = '', ...rest]) =>
        rest.length === 0 && painted.has(name.trim()) ? [[name.trim(), value.trim()]] : [],
      ),
  )

/** The attributes that a shape keeps. */
const kept = (tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> => {
  const { id, style = '', href, 'xlink:href': olderHref, ...rest } = attributes
  const all = { ...rest, ...paintIn(style) }
  const safe = Object.entries(all).filter(([name, value]) => drawn.has(name) && isSafe(value))
  const reference = href ?? olderHref ?? ''
  return {
    ...Object.fromEntries(safe),
    ...(id !== undefined && /^[A-Za-z_][\w.-]*$/.test(id) ? { id } : {}),
    ...(tag.endsWith('Gradient') && /^#[\w.-]+$/.test(reference) ? { href: reference } : {}),
  }
}

const takeApart = (markup: string): string =>
  sanitizeHtml(markup, {
    parser: { xmlMode: true, decodeEntities: true },
    allowedTags: shapes,
    allowedAttributes: false,
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    nestingLimit: deepest,
    selfClosing: [],
    nonTextTags: ['style', 'script', 'foreignObject', 'desc', 'metadata', 'textArea', 'noscript', 'option'],
    textFilter: (text, tag) => (holdsText.has(tag) ? text : ''),
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: kept(tagName, attribs) }),
    },
  })

/** The first whole drawing, from its `<svg …>` to the end that belongs to it; null where none ends. */
const firstDrawing = (markup: string): string | null => {
  const start = markup.indexOf('<svg')
  if (start === -1) return null
  let depth = 0
  for (const { 0: tag, index } of markup.slice(start).matchAll(/<(\/?)svg\b[^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1
    if (depth === 0) return markup.slice(start, start + index + tag.length)
  }
  return null
}

/**
 * A drawing as it may be shown to everybody: shapes and paint alone, no style, script, foreign markup, entity or address
 * outside of itself. Null where it is no drawing, or nothing of it is left.
 */
export const cleanSvg = (markup: string): string | null => {
  // what stands before the drawing declares entities at best
  const start = markup.indexOf('<svg')
  const drawing = start === -1 ? null : firstDrawing(takeApart(markup.slice(start)))
  if (drawing === null || !/<(path|rect|circle|ellipse|line|polyline|polygon|text)\b/.test(drawing))
    return null
  return drawing.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
}

/** Width and height that a cleaned drawing states in pixels, or else has in its view box; null where neither says. */
export const svgSizeOf = (drawing: string): { readonly width: number; readonly height: number } | null => {
  const head = /^<svg[^>]*>/.exec(drawing)?.[0] ?? ''
  const stated = (name: string): number =>
    Number(new RegExp(String.raw`\s${name}="([\d.]+)(?:px)?"`).exec(head)?.[1])
  const box = /\sviewBox="\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/.exec(head)
  const [width, height] = [stated('width') || Number(box?.[1]), stated('height') || Number(box?.[2])]
  const isSize = [width, height].every((length) => length >= 1 && length < 100_000)
  return isSize ? { width: Math.round(width), height: Math.round(height) } : null
}
