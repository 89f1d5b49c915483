import { describe, expect, it } from 'vitest'
import { addressElements, elementText, lostLetters } from './elements.ts'

describe('a name in an element', () => {
  it.each([
    ['Işıl Yıldız', 'Isil Yildiz'],
    ['Səbirə Əliyeva', 'Sebire Eliyeva'],
    ['Þórdís Guðmundsdóttir', 'THordis Gudmundsdottir'],
    ['Łucja Ødegård', 'Lucja Odegard'],
    ['Đặng Thị Ngọc', 'Dang Thi Ngoc'],
    ['Straße ẞ', 'Strasse Ss'],
    ['Ħelena Ŧeodor Ŋala', 'Helena Teodor Ngala'],
    ['Ɔbɛ Ɛkɔ', 'Obe Eko'],
    ['O’Shaughnessy', "O'Shaughnessy"],
    ['ʻAkamu Kʼiche', "'Akamu K'iche"],
    ['García–López', 'Garcia-Lopez'],
    ['Al‑Hasan', 'Al-Hasan'],
    ['Cafe\u0301', 'Cafe'],
    ['Anna\u00a0Maria', 'Anna Maria'],
    ['ÆSA', 'AESA'],
  ])('%s keeps all its letters', (name, text) => {
    expect(elementText(name)).toBe(text)
    expect(lostLetters(name)).toEqual([])
  })

  it('has a plain form for every Latin letter but signs of tone and voice', () => {
    const letters = Array.from({ length: 0x2_50 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
      /\p{Script=Latin}/u.test(one),
    )
    expect(letters.length).toBeGreaterThan(400)
    const others = letters.filter((one) => !/[A-Za-z]/.test(elementText(one)))
    expect(others.join('')).toBe('ƄƅƧƨƸƹƼƽɁɂ')
  })

  it.each([
    ['王伟', ['王', '伟']],
    ['Wang 伟', ['伟']],
    ['Иван', ['И', 'в', 'а', 'н']],
    ['Jos\uFFFD', ['\uFFFD']],
  ])('%s says which letters it loses', (name, lost) => {
    expect(lostLetters(name)).toEqual(lost)
  })
})

describe('an address in N3', () => {
  it('is split at a word, and says what doesn’t fit', () => {
    const long = 'Apartment 12 of the Old Harbor Residence at the Corner of Elm and Maple Street'
    expect(addressElements(long, 'Floor 3')).toEqual({
      first: 'Apartment 12 of the Old Harbor Residence at the Corner',
      second: 'of Elm and Maple Street Floor 3',
      rest: '',
    })
    expect(addressElements('1 Elm St', null)).toEqual({ first: '1 Elm St', second: '', rest: '' })
    expect(addressElements(`${long} ${long}`, null).rest).not.toBe('')
  })
})
