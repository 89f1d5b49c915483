import { isCounting, isWordMarker, styleOf, wordLevelOf } from '#contract/rich-text-form.ts'
import { anyBlock, formOf, styleName } from './elements.ts'
import { gatherLines, type ListLine } from './list-lines.ts'

/**
 * Word and Outlook write the items of lists as paragraphs with a mark drawn before each (behaviour 6.4): they become lists,
 * as deep as their `level` says, numbered or not by what the mark is.
 */
export const readWordLists = (body: Element): void => {
  for (const line of body.querySelectorAll(`br[${styleName}*="page-break"]`)) line.remove()
  gatherLines(
    [...body.querySelectorAll(`p[${styleName}*="mso-list"], div[${styleName}*="mso-list"]`)].flatMap(lineOf),
  )
  // what is left stands in headings: their numbers are text
  for (const marker of body.querySelectorAll(`[${styleName}*="mso-list"]`))
    if (isWordMarker(formOf(marker))) marker.replaceWith(`${marker.textContent.trim()} `)
}

const lineOf = (element: Element): ListLine[] => {
  const level = wordLevelOf(formOf(element))
  // a list is no item, and an item of a list is one already
  if (level === null || element.closest('li') || element.querySelector(anyBlock)) return []
  const marker = takeMarker(element)
  const id = (styleOf(formOf(element), 'mso-list') ?? '').replace(/\blevel\d\b/, '')
  return [{ element, level, tag: isCounting(marker) ? 'ol' : 'ul', marker, id }]
}

/** Takes away what Word draws before an item; '' where it draws nothing. */
const takeMarker = (element: Element): string => {
  for (const marker of element.querySelectorAll(`[${styleName}*="mso-list"]`)) {
    if (!isWordMarker(formOf(marker))) continue
    marker.remove()
    return marker.textContent.trim()
  }
  return ''
}
