import { cleanRichText, type TextPlace } from '../clean.ts'
import { readPaste } from './read-paste.ts'

/** Spellings of others that the editor reads as its own. */
const spellings = ['b', 'i', 'strike', 'del', 'div']

/** A part of what comes from the clipboard, by the whitelist, before the editor reads it. */
export const cleanPasted = (html: string, place: TextPlace = {}): string =>
  cleanRichText(html, { ...place, more: spellings })

/** The whole of it at once. */
export const cleanPaste = (html: string, place: TextPlace = {}): string =>
  cleanPasted(readPaste(html).innerHTML, place)
