import type { FormPage } from '#contract/setup/site/form-page.ts'
import { SiteNotice } from './frame.tsx'
import { OfficeText, SiteText } from './text.tsx'
import { useWords } from './words/words.ts'

type Notice = FormPage['notices'][number]

/** Renders the notices of a form for one place. */
export const FormNotices = ({ notices, place }: { notices: readonly Notice[]; place: Notice['place'] }) =>
  notices
    .filter((notice) => notice.place === place)
    .map(({ key, tone, body }) => (
      <SiteNotice key={key} tone={tone}>
        <SiteText html={body} />
      </SiteNotice>
    ))

/** Renders the title of a form and its introduction. */
export const FormIntro = ({ page }: { page: FormPage }) => {
  const words = useWords()
  return (
    <div className="site-stack">
      <h1>
        <OfficeText text={page.title ?? words.form_titles[page.kind]} />
      </h1>
      <SiteText html={page.intro} />
    </div>
  )
}

/** Says that students can’t send a form. */
export const FormClosed = () => <p className="site-callout">{useWords().form_closed}</p>
