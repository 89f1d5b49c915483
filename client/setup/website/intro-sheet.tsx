import type { enrollFormIntro, waiverFormIntro } from '#contract/setup/website/forms.ts'
import { DocumentSheet } from './document-sheet.tsx'
import { siteFieldsOf } from './site-text-field.tsx'

// the waiver form has the same fields
const f = siteFieldsOf<typeof enrollFormIntro>()

interface IntroSheetProps {
  periodId: number
  document: typeof enrollFormIntro | typeof waiverFormIntro
}

/** Opens the introduction of a form, or says why it can't be shown. */
export const IntroSheet = ({ periodId, document }: IntroSheetProps) => (
  <DocumentSheet
    label="Edit introduction…"
    title={document.label}
    periodId={periodId}
    document={document}
    refreshes={[document.get]}
  >
    <f.Text name="title" />
    <f.SiteText name="body" />
  </DocumentSheet>
)
