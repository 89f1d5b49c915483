import { CircleAlert, CircleCheck, Languages, Link2Off, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { checkTemplate, linksOf, textsOf, type TemplateIssue } from '#contract/mail/email-templates/check.ts'
import type { TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import { fallbackLimit, replaceTokens, tokensIn, writeToken } from '#contract/mail/email-templates/merge.ts'
import {
  contentLabels,
  mostLinks,
  type CheckedLink,
  type TemplateContent,
  type TranslationLanguage,
} from '#contract/mail/email-templates/shapes.ts'
import { languageLabels } from '#contract/setup/period-documents/waiver-choices.ts'
import { checkEmailLinks } from '#contract/mail/email-templates/endpoints.ts'
import { isWebAddress } from '#contract/platform/rich-text.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { useSend } from '#client/platform/lib/query.ts'
import {
  contentIn,
  isEmptyText,
  nameIn,
  outdatedIn,
  textIn,
  type Language,
  type TemplateValues,
} from './template-values.ts'

const f = fieldsOf<TemplateValues>()

/** A part of a template's text. */
type Place = Pick<TemplateIssue, 'language' | 'part'>

interface ChecksProps {
  kind: TemplateKindName
  /** The languages that need a text. */
  needed: readonly Language[]
  saved: Pick<TemplateContent, 'translations'>
  /** Shows a part of the text in its editor. */
  onShow: (place: Place) => void
}

/** Renders what to fix in the texts of a template, with one-click fixes. */
export const Checks = ({ onShow, ...props }: ChecksProps) => {
  const { issues, missing, outdated, content, fix, keep } = useIssues(props)
  const count = issues.length + missing.length + outdated.length
  return (
    <section aria-label="Checks" tabIndex={-1} className="flex flex-col gap-2 border-t border-line pt-5">
      <h2 className="text-section font-semibold">Checks</h2>
      <output className="flex items-center gap-1.5 text-ink-2">
        {count === 0 && <CircleCheck size={16} aria-hidden className="shrink-0 text-success-glyph" />}
        {count === 0 ? 'Nothing to fix' : formatCount(count, 'thing to fix', 'things to fix')}
      </output>
      <ul className="flex flex-col gap-2">
        {issues.map((issue) => (
          <Issue
            key={`${issue.language} ${issue.part} ${issue.code} ${issue.piece}`}
            issue={issue}
            onFix={(text) => fix(issue, text)}
            onShow={() => onShow(issue)}
          />
        ))}
        {missing.map((language) => (
          <Line
            key={language}
            icon={Languages}
            tone="warning"
            place={languageLabels[language]}
            text={`This email has no text in ${languageLabels[language]}. Students get the English text.`}
            onShow={() => onShow({ language, part: 'subject' })}
          />
        ))}
        {outdated.map((language) => (
          <Outdated
            key={language}
            language={language}
            onKeep={() => keep(language)}
            onShow={() => onShow({ language, part: 'subject' })}
          />
        ))}
      </ul>
      <LinkCheck content={content} />
    </section>
  )
}

/** Checks the typed texts; `fix` replaces a piece everywhere in its part, `keep` says that a translation is still right. */
const useIssues = ({ kind, needed, saved }: Omit<ChecksProps, 'onShow'>) => {
  const form = f.useForm()
  useWatch({ control: form.control })
  const values = form.getValues()
  const content = contentIn(values)
  const issues = checkTemplate(kind, content)
  const missing = needed.filter((language) => isEmptyText(textIn(values, language)))
  const fix = (issue: TemplateIssue, text: string): void => {
    const source = textIn(form.getValues(), issue.language)[issue.part] ?? ''
    form.setValue(
      nameIn(issue.language, issue.part),
      replaceTokens(source, (token) => (writeToken(token) === issue.piece ? text : writeToken(token))),
      { shouldDirty: true, shouldValidate: true },
    )
  }
  const keep = (language: TranslationLanguage): void =>
    form.setValue(`translations.${language}.of`, null, { shouldDirty: true })
  return { issues, missing, outdated: outdatedIn(values, saved), content, fix, keep }
}

const placeOf = ({ part, language }: Place): string =>
  language === 'en' ? contentLabels[part] : `${contentLabels[part]}, ${languageLabels[language]}`

interface IssueProps {
  issue: TemplateIssue
  onFix: (text: string) => void
  onShow: () => void
}

const Issue = ({ issue, onFix, onShow }: IssueProps) => {
  const { fix } = issue
  return (
    <Line
      icon={issue.level === 'error' ? CircleAlert : TriangleAlert}
      tone={issue.level === 'error' ? 'danger' : 'warning'}
      place={placeOf(issue)}
      text={issue.message}
      onShow={onShow}
    >
      {fix !== undefined && (
        <Button size="sm" onClick={() => onFix(fix)}>
          Fix
        </Button>
      )}
      {issue.code === 'no_fallback' && <FallbackFix issue={issue} onFix={onFix} />}
    </Line>
  )
}

interface LineProps {
  icon: LucideIcon
  tone: 'danger' | 'warning'
  place: string
  text: string
  onShow: () => void
  children?: ReactNode
}

const tones = { danger: 'text-danger-glyph', warning: 'text-warning-glyph' } as const

const Line = ({ icon: Icon, tone, place, text, onShow, children }: LineProps) => (
  <li className="flex items-start gap-2 rounded-card px-3 py-2 shadow-line">
    <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${tones[tone]}`} />
    <div className="min-w-0 flex-1">
      <p className="break-words">
        <span className="sr-only">{tone === 'danger' ? 'Error: ' : 'Warning: '}</span>
        {text}
      </p>
      <p className="text-label text-ink-3">{place}</p>
    </div>
    <div className="flex flex-wrap items-center justify-end gap-2">
      {children}
      <Button size="sm" variant="ghost" aria-label={`Show in ${place}`} onClick={onShow}>
        Show
      </Button>
    </div>
  </li>
)

interface OutdatedProps {
  language: TranslationLanguage
  onKeep: () => void
  onShow: () => void
}

/** Says that a text was written for another English text, with the button that says it’s still right. */
const Outdated = ({ language, onKeep, onShow }: OutdatedProps) => (
  <Line
    icon={Languages}
    tone="warning"
    place={languageLabels[language]}
    text={`The English text changed after it was translated to ${languageLabels[language]}.`}
    onShow={onShow}
  >
    <Button
      size="sm"
      aria-label={`Still right: ${languageLabels[language]}`}
      onClick={({ currentTarget }) => {
        // the line goes away
        currentTarget.closest('section')?.focus()
        onKeep()
      }}
    >
      Still right
    </Button>
  </Line>
)

/** Asks for the text to use for an empty field, right where the problem is listed. */
const FallbackFix = ({ issue, onFix }: Pick<IssueProps, 'issue' | 'onFix'>) => {
  const [text, setText] = useState('')
  const [token] = tokensIn(issue.piece)
  if (!token) return null
  const apply = (): void => {
    const fallback = text.replaceAll(/[{}<>|]/g, '').trim()
    if (fallback !== '') onFix(writeToken({ ...token, fallback }))
  }
  return (
    <span className="flex items-center gap-2">
      <TextInput
        aria-label={`Fallback for ${token.name}`}
        placeholder="If empty, use…"
        className="w-36"
        maxLength={fallbackLimit}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // don't submit the template's form
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <Button size="sm" onClick={apply}>
        Add
      </Button>
    </span>
  )
}

/** Returns the links of a template that lead to a page: those without merge fields, each once. */
const pagesIn = (content: TemplateContent): string[] => {
  const links = textsOf(content).flatMap(([, { html }]) => linksOf(html))
  return [...new Set(links)].filter((url) => isWebAddress(url) && tokensIn(url).length === 0)
}

/** Renders a button that requests the links of a template, and which ones don’t work. */
const LinkCheck = ({ content }: { content: TemplateContent }) => {
  const { send, isSending } = useSend(checkEmailLinks)
  const [checked, setChecked] = useState<readonly CheckedLink[]>([])
  const urls = pagesIn(content).slice(0, mostLinks)
  const results = checked.filter(({ url }) => urls.includes(url))
  const dead = results.filter(({ problem }) => problem !== null)
  if (urls.length === 0) return null
  const check = async (): Promise<void> => {
    const answer = await send({ body: { urls } }).catch(() => null)
    if (answer) setChecked(answer.reply)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" busy={isSending} onClick={() => void check()}>
          Check links
        </Button>
        <output className="text-ink-2">
          {results.length > 0 &&
            dead.length === 0 &&
            `${formatCount(results.length, 'link')} checked. No problems found.`}
          {dead.length > 0 && `${formatCount(dead.length, 'link')} to fix`}
        </output>
      </div>
      {dead.length > 0 && (
        <ul className="flex flex-col gap-2">
          {dead.map(({ url, problem }) => (
            <li key={url} className="flex items-start gap-2 rounded-card px-3 py-2 break-words shadow-line">
              <Link2Off size={16} aria-hidden className="mt-0.5 shrink-0 text-warning-glyph" />
              <span className="min-w-0 flex-1">
                {url} {problem}.
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
