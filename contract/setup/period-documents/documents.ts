import { carrierFile } from './carrier-file.ts'
import { contactForm } from './contact-form.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from './dropdowns.ts'
import { faqs } from './faqs.ts'
import { enrollForm, enrollFormIntro, waiverForm, waiverFormIntro } from './forms.ts'
import { homePage } from './home-page.ts'
import { planDetails } from './plan-details.ts'
import { resourcesAndLinks } from './resources-and-links.ts'
import { websiteConfiguration } from './website-configuration.ts'
import { dates } from './dates.ts'
import type { PeriodDocument } from './document.ts'
import { enrollmentOptions } from './enrollment-options.ts'
import { insuranceConfiguration } from './insurance-configuration.ts'
import { dentalPlan, medicalPlan, visionPlan } from './plans.ts'
import { waiverConfiguration } from './waiver-configuration.ts'

/** The documents of the `periods` module by the name in their calls, in setup order. */
export const insuranceDocuments = {
  EnrollmentOptions: enrollmentOptions,
  Dates: dates,
  InsuranceConfiguration: insuranceConfiguration,
  MedicalPlan: medicalPlan,
  DentalPlan: dentalPlan,
  VisionPlan: visionPlan,
  WaiverConfiguration: waiverConfiguration,
  CarrierFile: carrierFile,
} as const

/** The documents of the `website` module, which follow. */
export const websiteDocuments = {
  WebsiteConfiguration: websiteConfiguration,
  HomePage: homePage,
  PlanDetails: planDetails,
  ResourcesAndLinks: resourcesAndLinks,
  EnrollForm: enrollForm,
  EnrollFormIntro: enrollFormIntro,
  EnrollFormDropdowns: enrollFormDropdowns,
  WaiverForm: waiverForm,
  WaiverFormIntro: waiverFormIntro,
  WaiverFormDropdowns: waiverFormDropdowns,
  ContactForm: contactForm,
  Faqs: faqs,
} as const

const all = { ...insuranceDocuments, ...websiteDocuments }

/** The name of a period document in its path. */
export type DocumentKind = (typeof all)[keyof typeof all]['kind']

/** Every document of a period besides `about`. */
export const periodDocuments: readonly PeriodDocument[] = Object.values(all)

export const documentKinds: readonly string[] = periodDocuments.map(({ kind }) => kind)
