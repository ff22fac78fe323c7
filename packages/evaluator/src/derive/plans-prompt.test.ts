import { describe, expect, it } from 'vitest'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { readText } from '../text/read-text.ts'
import { plansPrompt } from './plans-prompt.ts'

const task = readText(
  'Somebody you like has a birthday soon. Write a prompt for gift ideas: three ideas, a price limit, the age, two things to avoid.',
  'en',
)
const plans = (language: LexiconLanguage, prompt: string) => plansPrompt(readText(prompt, language), task)

describe('what a prompt is to say, typed back', () => {
  it.each<[LexiconLanguage, string]>([
    ['en', 'First ask for three gift ideas, then say the price limit and the age.'],
    ['en', 'I ask for gifts. The age matters. I set a price limit.'],
    ['en', 'Tell it how old the person is, and ask for three ideas.'],
    ['en', 'Mention the age, the price and two things nobody needs, and request three ideas.'],
    ['en', 'Describe the person who you look for a gift for, and what you can spend.'],
    ['es', 'Hay que pedir tres ideas de regalo, decir la edad y poner un límite de precio.'],
    ['fr', "Demander une idée de cadeau, mettre une limite de prix, dire l'âge et deux choses à éviter."],
    ['pt', 'Peça ideias de presente: diga a idade, o preço e duas coisas a evitar.'],
    ['tr', 'Hediye fikri istediğini söyle, fiyat sınırını ve yaşı yaz.'],
    ['ua', 'Попросити ідею подарунка, назвати вік людини й поставити межу ціни.'],
    ['ko', '선물 아이디어 세 개를 달라고 하고, 나이와 가격을 말해야 한다.'],
    ['ja', 'プレゼントの案を三つ頼み、年齢と値段の上限を伝える。'],
  ])('is a plan in %s: %s', (language, prompt) => {
    expect(plans(language, prompt)).toBe(true)
  })

  it.each<[LexiconLanguage, string]>([
    ['en', 'Please give me gift ideas for my aunt. Say what each costs and name the shop.'],
    ['en', 'Ask for nothing, just give gift ideas, she is 62, say the price of each.'],
    ['en', 'Gift ideas for a friend who likes tea. Mention the price and include a shop.'],
    ['en', 'Find gift ideas for a father who fishes. Ask whatever you need before you start.'],
    ['en', 'Suggest gifts for a niece who paints. Put any questions you have first.'],
    ['en', 'Suggest gifts for a niece who paints. Use only the information you have.'],
    ['en', 'Give gift ideas for a neighbour. Say so if you have doubts about the price.'],
    ['es', 'Dame ideas de regalo para mi tía, di el precio y pon dónde se compra.'],
    ['fr', 'Propose des cadeaux pour ma tante, dis le prix et mets le nom du magasin.'],
    ['pt', 'Me dá ideias de presente pra minha tia, diz o preço e põe a loja.'],
    ['tr', 'Teyzeme hediye öner, fiyatını yaz, nereden alınacağını söyle.'],
    ['ua', 'Підкажи подарунок для тітки, вкажи ціну й назви крамницю.'],
    ['ko', '이모 선물 추천해 줘, 가격도 말해 주고 가게도 알려 줘.'],
    ['ja', '叔母へのプレゼントを考えて、値段も書いて、お店も教えて。'],
  ])('is none in %s: %s', (language, prompt) => {
    expect(plans(language, prompt)).toBe(false)
  })
})
