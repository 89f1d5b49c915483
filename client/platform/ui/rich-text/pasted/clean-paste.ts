import { cleanRichText, type TextPlace } from '../clean.ts'
import { readPaste, readPasteInSteps } from './read-paste.ts'

/** Tags that the editor reads as one of its own. */
const spellings = ['b', 'i', 'strike', 'del', 'div']

const cleanRead = (html: string, place: TextPlace): string =>
  cleanRichText(html, { ...place, more: spellings })

/** Cleans clipboard HTML with the whitelist before the editor reads it. */
export const cleanPaste = (html: string, place: TextPlace = {}): string =>
  cleanRead(readPaste(html).innerHTML, place)

/** Milliseconds of work before yielding to the browser. */
const turn = 12

const yieldToBrowser = (): Promise<void> => new Promise((done) => setTimeout(done))

/** Cleans a long text while the user can keep typing. */
export const cleanPasteInTurns = async (html: string, place: TextPlace = {}): Promise<string> => {
  const clean: string[] = []
  let began = performance.now()
  for (const part of cleanParts(html, place)) {
    clean.push(part)
    if (performance.now() - began < turn) continue
    await yieldToBrowser()
    began = performance.now()
  }
  return clean.join('')
}

/** Reads the whole text in steps without output, then cleans it block by block. */
function* cleanParts(html: string, place: TextPlace): Generator<string> {
  const reading = readPasteInSteps(html)
  let step = reading.next()
  for (; step.done !== true; step = reading.next()) yield ''
  const holder = step.value.ownerDocument.createElement('div')
  for (const block of step.value.childNodes) {
    holder.replaceChildren(block.cloneNode(true))
    yield cleanRead(holder.innerHTML, place)
  }
}
