import type { MerchantCategory } from './data.js'

/**
 * The keywords of each category, lower case, compared with whole words of a
 * listing's text. Written from what listings of public x402 catalogs say;
 * words that sellers of several kinds use alike ("data", "url", "wallet",
 * "generate") are left out on purpose. No word stands in two lists.
 */
export const CATEGORY_WORDS: Readonly<
  Record<MerchantCategory, readonly string[]>
> = {
  data_api: words(`
    academic airport airports article articles arxiv biodiversity business
    census cities city climate clinical companies company compliance countries
    country court crawl crawler crawling cve dataset datasets disaster dns
    domain domains drug drugs earthquake email emails enrich enrichment
    extract extraction facebook fda flight flights food football forecast
    forecasts genes geocode geocoding geolocation github healthcare holiday
    holidays hospital hotel hotels iban instagram ip jobs kyc law leads legal
    legislation linkedin location locations marine medical nba nfl npm
    nutrition ofac papers patent patents people person phone pollution postal
    postcode profile profiles protein pubmed pypi rdap recipe recipes reddit
    registry regulatory research reviews rss sanctions satellite scrape
    scraper scrapes scraping search seo social species sports statistics tides
    tiktok timezone travel tweet tweets twitter urls vat vessel volcano
    vulnerabilities vulnerability weather web website websites whois wikipedia
    youtube zip zipcode
  `),
  compute: words(`
    anthropic compile compiler completion completions compute container
    containers cpu decode deepseek docker embedding embeddings encode finetune
    gemini gpt gpu gpus grok hashing headless hosting inference kubernetes
    llama mistral ocr openai qwen runtime sandbox sandboxed serverless
    simulator solver transcode transcoder transcoding transcribe transcription
    vm vms vps whisper
  `),
  content_generation: words(`
    animation artwork audio avatar avatars blog caption captions copywriter
    copywriting diffusion essay flux horoscope illustration image images
    infographic joke jokes logo logos lyrics meme memes midjourney music
    paraphrase picture pictures podcast poem poems poetry poster presentation
    proofread rewrite slide slides slogan song songs sora speech sticker
    stickers stories story storytelling summarization summarize summarizer
    thumbnail thumbnails translate translation translations translator tts
    upscale upscaled upscaling veo video videos voice voiceover wallpaper
    watermark writer writing
  `),
  financial_data: words(`
    aave apr apy apys arbitrage arkham backtest backtesting bank banking banks
    bearish binance bitcoin bonds borrow borrowing btc bullish candles
    candlestick candlesticks coin coingecko coinmarketcap coins commodities
    crypto cryptocurrencies cryptocurrency currencies currency defi defillama
    derivatives dex dexes dexscreener dividend dividends earnings edgar
    equities equity etf etfs eth ethereum exchange exchanges filings financial
    fintech forex funds futures fx gdp hodl holders holdings hyperliquid
    inflation ipo ipos kalshi lending liquidation liquidations liquidity macd
    macro macroeconomic market markets memecoin memecoins mortgage mvrv nansen
    ohlc ohlcv onchain orderbook perpetual perpetuals perps polymarket
    portfolio portfolios price prices pumpfun rsi sentiment solana stablecoin
    stablecoins staking stock stocks swap swaps ticker tickers token
    tokenomics tokens trade trader traders trades trading treasury tvl uniswap
    utxo volatility whale whales yields
  `),
  storage: words(`
    archival arweave backup backups bucket datastore filecoin filesystem ipfs
    memory pinning scratchpad scratchpads storage upload uploading
    uploads
  `),
  other: words(`
    bet bets betting bounties bounty casino checkout dice donate donation
    donations escrow facilitator facilitators game games gaming lottery
    mailbox marketplace membership merch messaging nft nfts payout payouts
    refund sdk shop shopping sms ticket tickets wager
  `),
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
