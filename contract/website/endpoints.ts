import { readsDocument, replacesDocument } from '../periods/document.ts'
import { contactForm } from './contact-form.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from './dropdowns.ts'
import { faqs } from './faqs.ts'
import { enrollForm, enrollFormIntro, waiverForm, waiverFormIntro } from './forms.ts'
import { homePage } from './home-page.ts'
import { planDetails } from './plan-details.ts'
import { resourcesAndLinks } from './resources-and-links.ts'
import { websiteConfiguration } from './website-configuration.ts'

export const getHomePage = readsDocument(homePage)
export const replaceHomePage = replacesDocument(homePage)

export const getWebsiteConfiguration = readsDocument(websiteConfiguration)
export const replaceWebsiteConfiguration = replacesDocument(websiteConfiguration)

export const getPlanDetails = readsDocument(planDetails)
export const replacePlanDetails = replacesDocument(planDetails)

export const getResourcesAndLinks = readsDocument(resourcesAndLinks)
export const replaceResourcesAndLinks = replacesDocument(resourcesAndLinks)

export const getContactForm = readsDocument(contactForm)
export const replaceContactForm = replacesDocument(contactForm)

export const getEnrollForm = readsDocument(enrollForm)
export const replaceEnrollForm = replacesDocument(enrollForm)

export const getEnrollFormIntro = readsDocument(enrollFormIntro)
export const replaceEnrollFormIntro = replacesDocument(enrollFormIntro)

export const getEnrollFormDropdowns = readsDocument(enrollFormDropdowns)
export const replaceEnrollFormDropdowns = replacesDocument(enrollFormDropdowns)

export const getWaiverForm = readsDocument(waiverForm)
export const replaceWaiverForm = replacesDocument(waiverForm)

export const getWaiverFormIntro = readsDocument(waiverFormIntro)
export const replaceWaiverFormIntro = replacesDocument(waiverFormIntro)

export const getWaiverFormDropdowns = readsDocument(waiverFormDropdowns)
export const replaceWaiverFormDropdowns = replacesDocument(waiverFormDropdowns)

export const getFaqs = readsDocument(faqs)
export const replaceFaqs = replacesDocument(faqs)

export { replaceDocuments } from './several-documents.ts'
export { listOptionUses, renameOption } from './option-calls.ts'
export {
  createCustomPage,
  getCustomPage,
  listCustomPages,
  orderCustomPages,
  removeCustomPage,
  replaceCustomPage,
} from './custom-pages.ts'
