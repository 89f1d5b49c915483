import { describe, expect, test } from 'vitest'
import { pictureAttributes, richTextTags, type RichTextProfile } from '#contract/platform/rich-text.ts'
import { cleanRichText } from '../clean.ts'
import { cleanPaste, cleanPasteInTurns } from './clean-paste.ts'

/** Names that hide the properties of a form or a document. An e2e test pastes all other payloads. */
const names =
  `parentNode childNodes attributes nodeName nodeType textContent firstChild nextSibling removeChild remove removeAttribute
  getAttribute querySelectorAll replaceWith ownerDocument localName insertBefore append style body createElement
  createTreeWalker implementation documentElement`.split(/\s+/)
const payloads = names.flatMap((name) => [
  `<form><input name=${name}><p onclick=alert(1)>x</p></form>`,
  `<form id=a><p>x</p></form><button form=a id=${name}></button>`,
  `<form name=${name}><form id=${name}><img name=${name} src=x onerror=alert(1)><a name=${name}>x</a></form>`,
  `<img name=${name} id=${name} src="/media/a.png" alt="x"><p id=${name}>x</p>`,
  `<p class=x is=${name} name=${name}>x</p><ul id=${name}><li name=${name}>x</ul>`,
  `<p data-pasted-style="mso-list:l0 level1" id=${name}><span data-pasted-style="mso-list:Ignore" name=${name}>1.</span>x</p>`,
])

const attributes: Readonly<Record<RichTextProfile, readonly string[]>> = {
  plain: ['href', 'class'],
  website: ['href', 'class', ...pictureAttributes],
}
const tags = {
  plain: [...richTextTags, 'b', 'i', 'strike', 'del', 'div'],
  website: [...richTextTags, 'b', 'i', 'strike', 'del', 'div', 'img'],
}

/** The tags of a text that the whitelist doesn't allow; it allows no name and no ID. */
const strange = (html: string, profile: RichTextProfile): string[] => {
  const holder = document.implementation.createHTMLDocument().body
  holder.innerHTML = html
  return [...holder.querySelectorAll('*')].flatMap((element) =>
    tags[profile].includes(element.localName) &&
    element
      .getAttributeNames()
      .every((name) => attributes[profile].includes(name) || isSpent(element, name)) &&
    !/^\s*(?:javascript|data):/i.test(element.getAttribute('href') ?? '')
      ? []
      : [element.outerHTML],
  )
}

/** The one attribute that can't be removed; emptied, it names nothing. */
const isSpent = (element: Element, name: string): boolean =>
  name === 'is' && element.getAttribute(name) === ''

describe.each(['plain', 'website'] as const)('names in a %s text', (profile) => {
  const ways = {
    shown: (html: string) => cleanRichText(html, { profile }),
    pasted: (html: string) => cleanPaste(html, { profile }),
    'pasted, and long': (html: string) => cleanPasteInTurns(html, { profile }),
  }
  test.each(Object.entries(ways))('hide nothing, and go: %s', async (_, clean) => {
    const found: object[] = []
    for (const payload of payloads) {
      const html = await clean(`<p>before</p>${payload}`)
      const flaws = [
        ...strange(html, profile),
        ...(html.includes('before') ? [] : ['what stood before is lost']),
      ]
      if (flaws.length > 0) found.push({ payload, flaws })
    }
    expect(found).toEqual([])
  })
})
