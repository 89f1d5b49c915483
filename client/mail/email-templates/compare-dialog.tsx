import type { ReactNode } from 'react'
import { textsOf } from '#contract/mail/email-templates/check.ts'
import { listGlobalEmailTemplates } from '#contract/mail/email-templates/endpoints.ts'
import type { TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import { contentLabels, type EmailText, type TemplateContent } from '#contract/mail/email-templates/shapes.ts'
import { languageLabels } from '#contract/setup/period-documents/waiver-choices.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { WordPieces } from '#client/platform/edit/word-pieces.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { diffWords } from '#client/platform/lib/word-diff.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { withFieldLabels } from './merge-choices.ts'
import { plainTextOf } from './plain-text.ts'

interface CompareDialogProps {
  kind: TemplateKindName
  /** The school's text, as it's typed. */
  own: TemplateContent
  onClose: () => void
}

/** Renders a school's text next to the global text, with the words marked that only one of them has. */
export const CompareDialog = ({ kind, own, onClose }: CompareDialogProps) => {
  const { data, error, refetch } = useAsk(listGlobalEmailTemplates, {})
  const global = data?.find((template) => template.kind === kind)
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Compare with the global text"
      description="Words that appear in only one text are highlighted."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        of={{ data: global, error, refetch }}
        compact
        what="The global text"
        who="Only Shipmate Admins have access to email templates."
        rows={4}
        label="Loading the global text"
      >
        {(template) => <Differences own={own} global={template} />}
      </Loaded>
    </Dialog>
  )
}

/** A part of the texts that differs. */
interface Difference {
  readonly key: string
  readonly label: string
  readonly global: string
  readonly own: string
}

const parts = ['subject', 'html', 'text'] as const

const wordsOf = (text: EmailText | undefined, part: (typeof parts)[number]): string => {
  if (!text) return ''
  return withFieldLabels(part === 'html' ? plainTextOf(text.html) : (text[part] ?? ''))
}

/** Returns the parts of two templates that differ, by language. */
const differencesOf = (own: TemplateContent, global: TemplateContent): readonly Difference[] => {
  const [mine, theirs] = [new Map(textsOf(own)), new Map(textsOf(global))]
  return [...new Set([...theirs.keys(), ...mine.keys()])].flatMap((language) =>
    parts
      .filter((part) => (mine.get(language)?.[part] ?? null) !== (theirs.get(language)?.[part] ?? null))
      .map((part) => ({
        key: `${language} ${part}`,
        label:
          language === 'en' ? contentLabels[part] : `${contentLabels[part]} (${languageLabels[language]})`,
        global: wordsOf(theirs.get(language), part),
        own: wordsOf(mine.get(language), part),
      })),
  )
}

const Differences = ({ own, global }: { own: TemplateContent; global: TemplateContent }) => {
  const differences = differencesOf(own, global)
  if (differences.length === 0) return <p className="text-ink-2">The texts are the same.</p>
  return (
    <div className="flex flex-col gap-5">
      {differences.map(({ key, label, ...words }) => {
        const [theirs, mine] = diffWords(words.global, words.own)
        return (
          <section key={key} aria-label={label}>
            <h3 className="mb-1.5 text-label font-medium text-ink-2">{label}</h3>
            {words.global === words.own ? (
              <p className="text-ink-2">The wording is the same. Only the formatting is different.</p>
            ) : (
              <div className="grid gap-3 sm:grid-cols-2">
                <Side title="Global text" isEmpty={words.global === ''}>
                  <WordPieces pieces={theirs} />
                </Side>
                <Side title="School’s text" isEmpty={words.own === ''}>
                  <WordPieces pieces={mine} />
                </Side>
              </div>
            )}
          </section>
        )
      })}
    </div>
  )
}

interface SideProps {
  title: string
  isEmpty: boolean
  children: ReactNode
}

const Side = ({ title, isEmpty, children }: SideProps) => (
  <div className="min-w-0 rounded-card px-3 py-2 shadow-line">
    <p className="mb-1 text-meta text-ink-3">{title}</p>
    {isEmpty ? <p className="text-ink-3">No text</p> : children}
  </div>
)
