import type { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { siteFieldsOf } from './site-text-field.tsx'

// the home page has the same fields
const f = siteFieldsOf<typeof planDetails>()

/** Renders the sections of a page: titled texts in order. */
export const SectionFields = () => (
  <f.List
    name="sections"
    one="section"
    none="No sections yet."
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
