import { readsDocument, replacesDocument } from '../periods/document.ts'
import { faqs } from './faqs.ts'

export const getFaqs = readsDocument(faqs, 'admin')
export const replaceFaqs = replacesDocument(faqs)
