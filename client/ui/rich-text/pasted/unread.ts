import { isMediaPath } from '#contract/rich-text.ts'
import { unwrap } from './elements.ts'

/** Left out with all they hold, before anything reads them. */
const unread =
  'script, style, template, title, noscript, noembed, noframes, iframe, svg, math, select, textarea'

/**
 * What no step reads: names first, then what is dropped with all it holds. A form answers with what is named in it in place
 * of what it is asked ("DOM clobbering"): it is asked last, when nothing has a name any more.
 */
export const dropUnread = (body: Element): void => {
  for (const named of body.querySelectorAll(':is([id], [name]):not(form)')) dropNames(named)
  for (const form of body.querySelectorAll('form')) dropNames(form)
  for (const element of body.querySelectorAll(unread)) element.remove()
  for (const picture of body.querySelectorAll('img')) dropForeign(picture)
  // Word's own paragraphs within paragraphs
  for (const element of body.querySelectorAll(String.raw`o\:p`)) unwrap(element)
  dropComments(body)
}

const dropNames = (element: Element): void => {
  element.removeAttribute('id')
  element.removeAttribute('name')
}

/** A picture that is no upload of the school's own stays nowhere. */
const dropForeign = (picture: Element): void => {
  if (!isMediaPath(picture.getAttribute('src') ?? '')) picture.remove()
}

const dropComments = (body: Element): void => {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Comment[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Comment) comments.push(walker.currentNode)
  for (const comment of comments) comment.remove()
}
