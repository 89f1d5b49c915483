import type { DocumentKind } from '#contract/setup/period-documents/documents.ts'

/** The path segment of the screen that edits each document. */
const places: Readonly<Record<DocumentKind | 'custom-pages', string>> = {
  'enrollment-options': 'insurance-options',
  dates: 'insurance-options',
  'insurance-configuration': 'insurance-options',
  'medical-plan': 'insurance-options/medical-plan',
  'dental-plan': 'insurance-options/dental-plan',
  'vision-plan': 'insurance-options/vision-plan',
  'waiver-configuration': 'waiver-options',
  'carrier-file': 'reports/carrier-file/settings',
  'home-page': 'website/home-page',
  'website-configuration': 'website/home-page',
  'plan-details': 'website/plan-info-and-details',
  'resources-and-links': 'website/resources-and-links',
  'contact-form': 'website/contact-form',
  faqs: 'website/faqs',
  'enroll-form': 'website/enroll-form',
  'enroll-form/intro': 'website/enroll-form',
  'enroll-form/dropdowns-and-notices': 'website/enroll-form/dropdowns-and-notices',
  'waiver-form': 'website/waiver-form',
  'waiver-form/intro': 'website/waiver-form',
  'waiver-form/dropdowns-and-notices': 'website/waiver-form/dropdowns-and-notices',
  'custom-pages': 'website/custom-page/1',
}

/** Returns the screen that edits a document, and for a path of a custom page that page; null if it's edited elsewhere. */
export const placeOfDocument = (
  school: number,
  period: number,
  document: string,
  path = '',
): string | null => {
  const place = new Map(Object.entries(places)).get(document)
  if (place === undefined) return null
  const [page] = /^\d+(?=\.)/.exec(document === 'custom-pages' ? path : '') ?? []
  return `/schools/${school}/period/${period}/${page === undefined ? place : place.replace(/\d+$/, page)}`
}
