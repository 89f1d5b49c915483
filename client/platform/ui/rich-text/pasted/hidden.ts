import { styleOf } from '#contract/platform/rich-text-form.ts'
import { formOf, styleName } from './elements.ts'

/** Comments of Word and Outlook with their references, and what was deleted while changes were tracked. */
const comments =
  '.MsoCommentReference, .MsoCommentText, .msocomanchor, .msocomtxt, .msocomoff, .msoDel, [hidden]'

/** Styles that hide an element in the program it comes from. */
const hiding: readonly (readonly [name: string, value: RegExp])[] = [
  ['display', /^none\b/],
  ['visibility', /^(?:hidden|collapse)\b/],
  ['mso-hide', /^(?:all|screen)\b/],
  ['mso-element', /^comment(?:-list)?\b/],
  ['font-size', /^0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:!important)?$/],
  ['max-height', /^0(?:px|pt)?\s*(?:!important)?$/],
]

const isHidden = (element: Element): boolean => {
  const form = formOf(element)
  return hiding.some(([name, value]) => value.test((styleOf(form, name) ?? '').trim().toLowerCase()))
}

/** Removes what the program that was copied from doesn’t show: comments, tracked deletions, preheaders. */
export const dropHidden = (body: Element): void => {
  for (const element of body.querySelectorAll(comments)) element.remove()
  for (const element of body.querySelectorAll(`[${styleName}]`)) if (isHidden(element)) element.remove()
}
