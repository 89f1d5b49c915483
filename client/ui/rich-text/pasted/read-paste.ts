import { readAlignment } from './alignment.ts'
import { substituteBlocks, unwrapDivisions } from './blocks.ts'
import { styleName } from './elements.ts'
import { readEmphasis } from './emphasis.ts'
import { dropEmpties } from './empties.ts'
import { readIndents } from './indents.ts'
import { nestLists } from './lists.ts'
import { flattenTables } from './tables.ts'
import { dropUnread } from './unread.ts'
import { readWordLists } from './word-lists.ts'
import { readWordOnlineLists } from './word-online-lists.ts'

/** What other programs mean, said in tags of our own; each step relies on those before it. */
const steps: readonly ((body: Element) => void)[] = [
  dropUnread,
  readEmphasis,
  flattenTables,
  readWordOnlineLists,
  readWordLists,
  nestLists,
  substituteBlocks,
  readAlignment,
  readIndents,
  unwrapDivisions,
  dropEmpties,
]

/**
 * What comes from the clipboard, read and said in the tags of our toolbar as far as they reach (behaviour 6.3, 6.4). Not
 * clean yet: what makes it safe is the whitelist, which comes after. Of a long text each step takes its time: it pauses
 * after each.
 */
export function* readPasteInSteps(html: string): Generator<void, HTMLElement> {
  const { body } = document.implementation.createHTMLDocument()
  const unstyled = withoutStyles(html)
  yield
  body.innerHTML = unstyled
  for (const step of steps) {
    yield
    step(body)
  }
  return body
}

/** The same at once. */
export const readPaste = (html: string): HTMLElement => {
  const reading = readPasteInSteps(html)
  let next = reading.next()
  while (next.done !== true) next = reading.next()
  return next.value
}

/** Style sheets go, styles get a name of ours and handlers none: the page's policy would block them, and say so for each. */
const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(
        /\s(style|on[a-z]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))/gi,
        (_, name: string, value: string) => (name.toLowerCase() === 'style' ? ` ${styleName}${value}` : ''),
      ),
    )
