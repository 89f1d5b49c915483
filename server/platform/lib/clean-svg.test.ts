import { describe, expect, it } from 'vitest'
import { parseSvg } from '#server/testing/parse-html.ts'
import { hostileSvg } from '#server/testing/hostile-svg.ts'
import { cleanSvg, svgSizeOf } from './clean-svg.ts'

const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath title'.split(
    ' ',
  ),
)

/** Returns what isn’t allowed in a drawing, as a browser’s XML parser reads it. */
const foreignIn = (drawing: string): string[] => {
  const { hasDoctype, elements: all } = parseSvg(drawing)
  return [
    ...(hasDoctype ? ['a document type'] : []),
    ...all.flatMap(({ tag, isSvg, attributes }) => [
      ...(isSvg && elements.has(tag) ? [] : [tag]),
      ...attributes.flatMap(({ name, value }) => foreignValue(name, value)),
    ]),
  ]
}

const foreignValue = (name: string, value: string): string[] => {
  if (name === 'xmlns') return []
  if (/^on|style|:/i.test(name)) return [name]
  if (name === 'href') return value.startsWith('#') ? [] : [value]
  return /javascript|expression|\/\/|\\|data:/i.test(value) ? [value] : []
}

describe('a cleaned drawing has only shapes and paint', () => {
  it.each(hostileSvg.map((markup) => [markup]))('%s', (markup) => {
    const drawing = cleanSvg(markup)
    if (drawing === null) return
    expect(foreignIn(drawing)).toEqual([])
    // clean drawings don't change
    expect(cleanSvg(drawing)).toBe(drawing)
  })

  it('keeps nearly everything that was visible', () => {
    const kept = hostileSvg.filter((markup) => cleanSvg(markup) !== null)
    expect(hostileSvg.length).toBeGreaterThanOrEqual(60)
    expect(kept.length).toBeGreaterThan(45)
  })

  it('is checked by tests that find dangerous parts', () => {
    expect(foreignIn('<svg xmlns="http://www.w3.org/2000/svg" onload="a()"><script/></svg>')).toEqual([
      'onload',
      'script',
    ])
  })

  it('keeps shapes, gradients, text and titles, and paint from a style', () => {
    const drawing = cleanSvg(
      `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">
      <!-- Generator: any --><svg version="1.1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
      <title>Harborview &amp; Sons</title>
      <defs><linearGradient id="a" xlink:href="#b"><stop offset="0" style="stop-color:#fff"/></linearGradient></defs>
      <path d="M0,0 L1 1z" fill="url(#a)" style="stroke:#f00; stroke-width:2px"/><text x="1">Hé</text></svg>`,
    )
    expect(drawing).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><title>Harborview &amp; Sons</title>' +
        '<defs><linearGradient id="a" href="#b"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
        '<path d="M0,0 L1 1z" fill="url(#a)" stroke="#f00" stroke-width="2px"></path><text x="1">Hé</text></svg>',
    )
  })

  it.each(['', 'text', '<svg></svg>', '<svg><image href="x"/></svg>', '<html><body/></html>', '<svg><path'])(
    'rejects %j',
    (markup) => expect(cleanSvg(markup)).toBeNull(),
  )

  it('is ready quickly for deep and long drawings', () => {
    const deep = `<svg>${'<g>'.repeat(20_000)}<path d="M0"/>${'</g>'.repeat(20_000)}</svg>`
    const long = `<svg>${'<!DOCTYPE <? url( '.repeat(25_000)}<path d="M0"/></svg>`
    const start = performance.now()
    cleanSvg(deep)
    cleanSvg(long)
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it.each([
    ['<svg width="40" height="20px">', { width: 40, height: 20 }],
    ['<svg viewBox="0 0 12.4 6">', { width: 12, height: 6 }],
    ['<svg width="100%" viewBox="0,0,300,100">', { width: 300, height: 100 }],
    ['<svg width="100%">', null],
  ])('has the size of %s', (head, size) => expect(svgSizeOf(head)).toEqual(size))
})
