import * as z from 'zod/mini'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import { escapeHtml } from '#server/platform/lib/escape-html.ts'
import type { Brand, BrandColors } from './brand.ts'

/** Inline styles by tag, for the elements of rich text (`contract/platform/rich-text.ts`). */
export type ElementStyles = Readonly<Record<string, string>>

const fonts = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Returns the inline styles of a text’s elements. Mail programs bring their own, so each one is said. */
export const elementStyles = ({ colors: { light } }: Brand): ElementStyles => {
  const heading = 'margin:24px 0 8px;font-weight:700'
  return {
    p: 'margin:0 0 16px',
    h2: `${heading};font-size:20px;line-height:28px`,
    h3: `${heading};font-size:17px;line-height:24px`,
    ul: 'margin:0 0 16px;padding:0 0 0 24px',
    ol: 'margin:0 0 16px;padding:0 0 0 24px',
    li: 'margin:0 0 6px',
    blockquote: `margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${light.rule}`,
    a: `color:${light.link};text-decoration:underline`,
    strong: 'font-weight:700',
  }
}

/** Why someone gets an email from a school, after the school’s name. */
const reasons: Record<EmailLanguage, string> = {
  en: 'You received this email because it’s about your student health insurance at [[name]].',
  es: 'Recibió este correo electrónico porque se trata de su seguro médico estudiantil en [[name]].',
  zh: '您收到此邮件，是因为它与您在 [[name]] 的学生健康保险有关。',
  fr: 'Vous recevez cet e-mail car il concerne votre assurance santé étudiante à [[name]].',
  ko: '이 이메일은 [[name]]의 학생 건강보험에 관한 내용이어서 보내 드립니다.',
  vi: 'Bạn nhận được email này vì nội dung liên quan đến bảo hiểm y tế sinh viên của bạn tại [[name]].',
}

const accountReason = 'You received this email because you have a Shipmate account.'

/** Returns rules for one color scheme. The styles inside the elements are the light ones, hence `!important`. */
const darkRules = (dark: BrandColors, within: string): string => {
  const rules: readonly (readonly [string, string])[] = [
    ['.page, |.page > div', `background-color: ${dark.page} !important`],
    [
      '.card, |.card > table',
      `background: ${dark.card} !important; background-color: ${dark.card} !important`,
    ],
    [
      '.band, |.band > table',
      `background: ${dark.band} !important; background-color: ${dark.band} !important`,
    ],
    ['.name div', `color: ${dark.on_band} !important`],
    ['.ink div', `color: ${dark.ink} !important`],
    ['.ink a', `color: ${dark.link} !important`],
    ['.ink blockquote', `border-color: ${dark.rule} !important`],
    ['.foot div', `color: ${dark.on_page} !important`],
  ]
  return rules
    .map(([selector, style]) => `${within}${selector.replaceAll('|', within)} { ${style}; }`)
    .join('\n')
}

/** The top with a logo: always white, because most logos can’t be seen on a colored or dark background. */
const logoPart = ({ light }: Brand['colors'], width: number | null): string => `
    <mj-section css-class="plate" background-color="#ffffff" border-top="6px solid ${light.band}"
      border-bottom="1px solid ${light.rule}" padding="18px 0" border-radius="8px 8px 0 0">
      <mj-column>
        <mj-image src="[[logo]]" alt="[[name]]" align="left" padding="0 32px" width="${width ?? 160}px" font-size="18px" />
      </mj-column>
    </mj-section>`

const namePart = ({ light }: Brand['colors']): string => `
    <mj-section css-class="band" background-color="${light.band}" padding="20px 0" border-radius="8px 8px 0 0">
      <mj-column>
        <mj-text css-class="name" color="${light.on_band}" font-size="20px" line-height="28px" font-weight="700"
          padding="0 32px">[[name]]</mj-text>
      </mj-column>
    </mj-section>`

/**
 * Returns the source of a layout in MJML. In double square brackets are the places of the email’s `content`,
 * `subject` and `preview`, and of the brand’s `name` and `logo`.
 */
export const layoutSource = (brand: Brand, language: EmailLanguage): string => {
  const { light, dark } = brand.colors
  return `<mjml lang="${language}" dir="ltr">
  <mj-head>
    <mj-title>[[subject]]</mj-title>
    <mj-preview>[[preview]]</mj-preview>
    <mj-attributes>
      <mj-all font-family="${fonts}" />
    </mj-attributes>
    <mj-raw>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
    </mj-raw>
    <mj-style inline="inline">
.plate img { color: #1c2024; font-weight: 700; line-height: 24px; }
    </mj-style>
    <mj-style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.ink div > :first-child { margin-top: 0 !important; }
.ink div > :last-child, .ink blockquote > :last-child, .ink li > :last-child { margin-bottom: 0 !important; }
@media (prefers-color-scheme: dark) {
${darkRules(dark, '')}
}
${darkRules(dark, '[data-ogsc] ')}
    </mj-style>
  </mj-head>
  <mj-body width="600px" background-color="${light.page}" css-class="page">
    <mj-section padding="12px 0 0" />${
      brand.logo === null ? namePart(brand.colors) : logoPart(brand.colors, brand.logo.width)
    }
    <mj-section css-class="card" background-color="${light.card}" padding="28px 0 32px" border-radius="0 0 8px 8px">
      <mj-column>
        <mj-text css-class="ink" color="${light.ink}" font-size="16px" line-height="24px" padding="0 32px">[[content]]</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="16px 0 24px">
      <mj-column>
        <mj-text css-class="foot" color="${light.on_page}" font-size="13px" line-height="20px" padding="0 32px">${
          brand.isSchool ? reasons[language] : accountReason
        }</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`
}

/** A compiled layout: HTML with the places of `content`, `subject` and `preview` in double square brackets. */
export interface Layout {
  readonly html: string
  readonly styles: ElementStyles
}

const stored = z.object({ html: z.string(), styles: z.record(z.string(), z.string()) })

/** Returns a layout as it was saved. */
export const readLayout = (row: unknown): Layout => stored.parse(row)

/** Escapes text for a layout: also the brackets that mark its places. */
export const escapeForLayout = (text: string): string => escapeHtml(text).replaceAll('[', '&#91;')

/** The content of an email: `html` is clean rich text in which the values are escaped. */
export interface EmailContent {
  readonly html: string
  readonly subject: string
}

const places = /\[\[(content|subject|preview)\]\]/

/**
 * Returns an email as HTML: the layout with the content in its places. Each place is filled once, so content
 * that looks like a place stays text.
 */
export const fillLayout = ({ html, styles }: Layout, content: EmailContent): string => {
  const parts: Record<string, string> = {
    content: styleElements(content.html, styles),
    subject: escapeForLayout(content.subject),
    preview: previewOf(content.html),
  }
  return html
    .split(places)
    .map((part, at) => (at % 2 === 0 ? part : (parts[part] ?? '')))
    .join('')
}

/** An opening tag of rich text as it's saved (`server/platform/lib/sanitize.ts`): values can't contain a '<'. */
const opening = /<([a-z][a-z0-9]*)(?: class="align-(center|right)")?((?: href="[^"<>]*")?)>/g

/** Adds the styles to the elements of a text. Mail programs remove rules by class, so alignment is a style too. */
const styleElements = (html: string, styles: ElementStyles): string =>
  html.replaceAll(opening, (_, tag: string, align: string | undefined, href: string) => {
    const own = Object.hasOwn(styles, tag) ? styles[tag] : ''
    const style = [own, align && `text-align:${align}`].filter(Boolean).join(';')
    const link = href === '' ? '' : `${href} target="_blank" rel="noopener"`
    return style === '' ? `<${tag}${link}>` : `<${tag}${link} style="${style}">`
  })

/** Returns the first words of a text, which inboxes show after the subject. Whole entities, still escaped. */
const previewOf = (html: string): string =>
  /^(?:&[^;]{1,8};|[^&]){0,120}/
    .exec(
      html
        .slice(0, 2000)
        .replaceAll(/<[^>]*>?/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )?.[0]
    .replaceAll('[', '&#91;') ?? ''
