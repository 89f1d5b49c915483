import type { ContentOf } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { fieldsOf, type Fields } from '#client/platform/ui/form/fields.ts'

/** Every kind of field, bound to the content of a document and labeled by it. */
export type DocumentFields<D extends PeriodDocument> = Fields<ContentOf<D>, keyof ContentOf<D> & string>

/** Returns the fields of a document's screen: `const f = documentFields<typeof faqs>()`. */
export const documentFields = <D extends PeriodDocument>(): DocumentFields<D> => fieldsOf()
