import type { enrollFormIntro, waiverFormIntro } from '#contract/website/forms.ts'
import { DocumentSheet } from './document-sheet.tsx'
import { siteFieldsOf } from './site-text-field.tsx'

// that of the waiver form has the same
const f = siteFieldsOf<typeof enrollFormIntro>()

interface IntroSheetProps {
  periodId: number
  document: typeof enrollFormIntro | typeof waiverFormIntro
}

/** Opens what stands before a form, or says why that cannot be shown. */
export const IntroSheet = ({ periodId, document }: IntroSheetProps) => (
  <DocumentSheet
    label="Introduction…"
    title={document.label}
    periodId={periodId}
    document={document}
    refreshes={[document.get]}
  >
    <f.Text name="title" />
    <f.SiteText name="body" />
  </DocumentSheet>
)
