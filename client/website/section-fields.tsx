import type { planDetails } from '#contract/website/plan-details.ts'
import { newKey } from '#client/lib/new-key.ts'
import { siteFieldsOf } from './site-text-field.tsx'

// the home page has the same
const f = siteFieldsOf<typeof planDetails>()

/** The sections of a page, which all pages have alike: texts under titles of their own, in their order. */
export const SectionFields = () => (
  <f.List
    name="sections"
    one="section"
    none="No section yet."
    fold={({ title }) => ({ title })}
    empty={() => ({ key: newKey(), title: '', body: '' })}
  >
    {(index) => (
      <>
        <f.Text name={`sections.${index}.title`} label="Title" required />
        <f.SiteText name={`sections.${index}.body`} label="Text" />
      </>
    )}
  </f.List>
)
