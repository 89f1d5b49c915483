import sanitizeHtml from 'sanitize-html'

/** Shapes and paint; everything else is removed with its content. */
const shapes =
  `svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath title`.split(
    ' ',
  )

/** Elements whose text is displayed or read aloud. */
const textElements: ReadonlySet<string> = new Set(['text', 'tspan', 'title'])

/** Attributes for the position of a shape. */
const geometry =
  `viewBox preserveAspectRatio width height x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy d points pathLength
  transform rotate textLength lengthAdjust gradientTransform gradientUnits spreadMethod clipPathUnits offset`.split(
    /\s+/,
  )

/** Attributes for its paint. */
const paint = `fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity opacity color clip-path clip-rule
  font-family font-size font-weight font-style text-anchor dominant-baseline letter-spacing word-spacing visibility
  display paint-order vector-effect`.split(/\s+/)

const drawn: ReadonlySet<string> = new Set([...geometry, ...paint])
const painted: ReadonlySet<string> = new Set(paint)

/** Deeper than any drawing program nests. */
const maxDepth = 80

/**
 * Returns whether a value has only characters of numbers, colors, paths and font names. None can form an
 * address, a script or an escape.
 */
const isPlain = (value: string): boolean => /^[\w\s.,#%()+\-/'"]*$/.test(value)

/** Returns whether a value is plain apart from references to elements of the same drawing. */
const isSafe = (value: string): boolean => {
  const rest = value.replaceAll(/\burl\(\s*(['"]?)#[\w.-]+\1\s*\)/g, '')
  return isPlain(rest) && !/url|expression|javascript|import/i.test(rest)
}

/** Returns the paint in a `style` attribute as attributes, because drawing programs write it that way. */
const paintIn = (style: string): Record<string, string> =>
  Object.fromEntries(
    style
      .split(';')
      .map((declaration) => declaration.split(':'))
      .flatMap(([name = '', value = '', ...rest]) =>
        rest.length === 0 && painted.has(name.trim()) ? [[name.trim(), value.trim()]] : [],
      ),
  )

const allowedAttributes = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
): Record<string, string> => {
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

const parseSvg = (markup: string): string =>
  sanitizeHtml(markup, {
    parser: { xmlMode: true, decodeEntities: true },
    allowedTags: shapes,
    allowedAttributes: false,
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    nestingLimit: maxDepth,
    selfClosing: [],
    nonTextTags: ['style', 'script', 'foreignObject', 'desc', 'metadata', 'textArea', 'noscript', 'option'],
    textFilter: (text, tag) => (textElements.has(tag) ? text : ''),
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: allowedAttributes(tagName, attribs) }),
    },
  })

/** Returns the first complete drawing, from `<svg …>` to its end tag; null if there is none. */
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
 * Returns a drawing that’s safe to publish: only shapes and paint, no style, script, foreign markup, entity or
 * external address. Null if it isn’t a drawing or nothing remains.
 */
export const cleanSvg = (markup: string): string | null => {
  // before the drawing, there can only be declarations
  const start = markup.indexOf('<svg')
  const drawing = start === -1 ? null : firstDrawing(parseSvg(markup.slice(start)))
  if (drawing === null || !/<(path|rect|circle|ellipse|line|polyline|polygon|text)\b/.test(drawing))
    return null
  return drawing.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
}

/**
 * Returns the width and height of a cleaned drawing in pixels, or else of its view box; null if it has neither.
 */
export const svgSizeOf = (drawing: string): { readonly width: number; readonly height: number } | null => {
  const head = /^<svg[^>]*>/.exec(drawing)?.[0] ?? ''
  const stated = (name: string): number =>
    Number(new RegExp(String.raw`\s${name}="([\d.]+)(?:px)?"`).exec(head)?.[1])
  const box = /\sviewBox="\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/.exec(head)
  const [width, height] = [stated('width') || Number(box?.[1]), stated('height') || Number(box?.[2])]
  const isSize = [width, height].every((length) => length >= 1 && length < 100_000)
  return isSize ? { width: Math.round(width), height: Math.round(height) } : null
}
