/** What students visit a site with, as their browser says. */
export const devices = ['phone', 'tablet', 'computer'] as const
export type Device = (typeof devices)[number]
export const deviceLabels: Record<Device, string> = { phone: 'Phone', tablet: 'Tablet', computer: 'Computer' }

/** What is counted: a page that was served, and what became of a form. */
export type VisitKind = 'page' | 'begun' | 'step' | 'saved' | 'sent'

/** The numbers of days, up to today, that staff look at. */
export const visitDays = ['7', '30', '90', '365'] as const
export type VisitDays = (typeof visitDays)[number]

/** Years in which the counts of a day are kept. */
export const keptYears = 3
