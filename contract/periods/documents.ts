import { faqs } from '../website/faqs.ts'
import { dates } from './dates.ts'
import type { PeriodDocument } from './document.ts'

/** Every document of a period besides `about`, in the order in which a year is set up. */
export const periodDocuments = [dates, faqs] as const satisfies readonly PeriodDocument[]

export const documentKinds: readonly string[] = periodDocuments.map(({ kind }) => kind)
export type DocumentKind = (typeof periodDocuments)[number]['kind']
