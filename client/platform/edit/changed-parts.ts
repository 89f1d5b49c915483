import { diffArrays } from 'diff'

/** A place where two pages differ: the elements that only one of them has. */
export interface ChangedPart {
  readonly before: readonly Element[]
  readonly after: readonly Element[]
}

/** The smallest parts of a page that are compared as a whole. */
const parts =
  'h1, h2, h3, h4, p, li, img, summary, dt, dd, th, td, caption, label, legend, option, button, a, [data-tone]'

/** Lists them in the order of the page; a part that has other parts inside is left out. */
const partsOf = (page: Element): Element[] =>
  [...page.querySelectorAll(parts)].filter(
    (part) => part.querySelector(parts) === null && markOf(part) !== '' && part.closest('[hidden]') === null,
  )

/** Returns what a part shows: its picture, or its text and where it leads. */
const markOf = (part: Element): string => {
  if (part instanceof HTMLImageElement) return `${part.getAttribute('src') ?? ''} ${part.alt}`
  const href = part.getAttribute('href') ?? ''
  const text = (part.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  return text === '' ? href : `${part.tagName} ${text} ${href}`
}

const isSame = (one: Element, other: Element): boolean => markOf(one) === markOf(other)

/** Returns where two rendered pages differ, from top to bottom. */
export const changedParts = (former: Element, present: Element): ChangedPart[] => {
  const [was, is] = [partsOf(former), partsOf(present)]
  const found: { before: Element[]; after: Element[] }[] = [{ before: [], after: [] }]
  for (const { added, removed, value } of diffArrays(was, is, { comparator: isSame })) {
    if (added) found.at(-1)?.after.push(...value)
    else if (removed) found.at(-1)?.before.push(...value)
    else found.push({ before: [], after: [] })
  }
  return found.filter(({ before, after }) => before.length + after.length > 0).flatMap(inPairs)
}

/** Takes parts apart that were each replaced by one of their kind, so that each is a change. */
const inPairs = ({ before, after }: ChangedPart): ChangedPart[] => {
  const isPaired =
    before.length === after.length && before.every((part, at) => part.tagName === after[at]?.tagName)
  return isPaired
    ? before.map((part, at) => ({ before: [part], after: after.slice(at, at + 1) }))
    : [{ before, after }]
}

/** Returns what a change says, for people who can’t see it: 'Ask us.', 'Image: A harbor'. */
export const textOfParts = (changed: readonly Element[]): string =>
  changed
    .map((part) =>
      part instanceof HTMLImageElement ? `Image: ${part.alt}` : (part.textContent ?? '').trim(),
    )
    .join(' ')
