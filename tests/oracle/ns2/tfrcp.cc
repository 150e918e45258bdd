// TFRCP for ns-2.35, written from section II.B of the paper, for comparison with the engine: rounds of `round_` seconds or of `trips_` round trips, packets
// evenly spaced, an ACK for each with a vector of eight packets, and at the end of a round the rate of the TCP model (with delayed ACKs) for the
// losses of the round, or twice the rate if there were none. The timeout is that of ns-2's TCP, and so is the RTT, unless it is `exact_`. It is a shared library that Tcl's `load`
// adds to an installed ns; see measure.mjs.
#include <math.h>

#include <deque>

#include "random.h"
#include "tcp.h"

class TfrcpAgent;

class TfrcpTimer : public TimerHandler {
public:
  TfrcpTimer(TfrcpAgent *agent, void (TfrcpAgent::*call)()) : agent_(agent), call_(call) {}

protected:
  void expire(Event *) override { (agent_->*call_)(); }
  TfrcpAgent *agent_;
  void (TfrcpAgent::*call_)();
};

// `ack_` counts the packets that were received.
class TfrcpAgent : public TcpAgent {
public:
  TfrcpAgent()
      : round_timer_(this, &TfrcpAgent::end_round), clock_(this, &TfrcpAgent::tick),
        overhead_timer_(this, &TfrcpAgent::send) {
    bind("round_", &round_);
    bind("trips_", &trips_);
    bind("firstRate_", &rate_);
    bind("maxWindow_", &max_window_);
    bind_bool("exact_", &exact_);
  }

  void sendmsg(int, const char *) override {
    rtt_init();
    received_ = 0;
    begin_round();
    tick();
  }

  void recv(Packet *packet, Handler *) override {
    hdr_tcp *ack = hdr_tcp::access(packet);
    double sample = now() - ack->ts_echo();
    smoothed_ = smoothed_ > 0 ? 0.875 * smoothed_ + 0.125 * sample : sample;
    if (timed_ >= 0 && ack->seqno() >= timed_) {
      rtt_update(now() - timed_at_);
      timed_ = -1;
    }
    for (int i = 0; i < 8; i++)
      if (ack->reason() >> i & 1)
        mark(ack->seqno() - i);
    if (ack->seqno() > acked_)
      acked_ = ack->seqno();
    Packet::free(packet);
  }

  void timeout(int) override {}

protected:
  enum Status { UNKNOWN, RECEIVED, LOST };
  struct Entry {
    Status status;
    double limit;
  };

  double now() { return Scheduler::instance().clock(); }

  // The smoothed RTT, s; 0 before the first sample. That of the timer has fractions of a tick in its lowest three bits.
  double rtt() { return exact_ ? smoothed_ : int(t_srtt_) * tcp_tick_ / (1 << T_SRTT_BITS); }

  void begin_round() {
    double length = trips_ > 0 && rtt() > 0 ? trips_ * rtt() : round_;
    round_timer_.resched(length);
  }

  void end_round() {
    int highest = acked_ - first_;
    int received = 0, lost = 0;
    for (int i = 0; i < int(log_.size()); i++) {
      Entry &entry = log_[i];
      if (entry.status == UNKNOWN && (i <= highest || entry.limit < now()))
        entry.status = LOST;
      if (i > highest)
        continue;
      received += entry.status == RECEIVED;
      lost += entry.status == LOST;
    }
    while (!log_.empty() && log_.front().status != UNKNOWN) {
      log_.pop_front();
      first_++;
    }
    rate_ = lost == 0 ? 2 * rate_ : model(double(lost) / (lost + received));
    begin_round();
    double gap = 1 / rate_;
    clock_.resched(fmax(0, sent_ + gap - now()));
  }

  // Throughput of TCP whose receiver acknowledges every second packet (Padhye et al. 1998), packets/s.
  double model(double p) {
    double q = 1 - p;
    double window = 2.0 / 3 + sqrt(4 * q / (3 * p) + 4.0 / 9);
    bool limited = window >= max_window_;
    if (limited)
      window = max_window_;
    double ends = 1;
    if (window > 3)
      ends = fmin(1, (1 - pow(q, 3)) * (1 + pow(q, 3) * (1 - pow(q, window - 3))) / (1 - pow(q, window)));
    double backoff = 1 + p + 2 * pow(p, 2) + 4 * pow(p, 3) + 8 * pow(p, 4) + 16 * pow(p, 5) + 32 * pow(p, 6);
    double trips = limited ? window / 4 + q / (p * window) + 2 : window + 1;
    return (q / p + window / 2 + ends) / (rtt() * trips + ends * backoff * rtt_timeout() / q);
  }

  void mark(int seqno) {
    int i = seqno - first_;
    if (i < 0 || i >= int(log_.size()) || log_[i].status != UNKNOWN)
      return;
    log_[i].status = RECEIVED;
    highest_ack_ = ++received_;
  }

  // A packet leaves up to `overhead_` after its turn, and never before the one ahead of it.
  void tick() {
    sent_ = now();
    clock_.resched(1 / rate_);
    waiting_++;
    if (waiting_ == 1)
      delay();
  }

  void delay() { overhead_timer_.resched(overhead_ * Random::uniform()); }

  void send() {
    Packet *packet = allocpkt();
    hdr_tcp *header = hdr_tcp::access(packet);
    header->seqno() = t_seqno_;
    header->ts() = now();
    hdr_cmn::access(packet)->size() = size_;
    if (log_.empty())
      first_ = t_seqno_;
    if (timed_ < 0) {
      timed_ = t_seqno_;
      timed_at_ = now();
    }
    log_.push_back({UNKNOWN, now() + rtt_timeout()});
    t_seqno_++;
    Agent::send(packet, 0);
    if (--waiting_ > 0)
      delay();
  }

  TfrcpTimer round_timer_, clock_, overhead_timer_;
  double round_, trips_, rate_, max_window_;
  std::deque<Entry> log_;
  int first_ = 0, acked_ = -1, received_ = 0, waiting_ = 0;
  double sent_ = 0;
  // The exact RTT, and the packet that the timer times, as TCP one at a time.
  int exact_;
  double smoothed_ = 0, timed_at_ = 0;
  int timed_ = -1;
};

class TfrcpSink : public Agent {
public:
  TfrcpSink() : Agent(PT_ACK) {}

  void recv(Packet *packet, Handler *) override {
    hdr_tcp *data = hdr_tcp::access(packet);
    int ahead = data->seqno() - latest_;
    if (ahead > 0) {
      seen_ = ahead < 8 ? seen_ << ahead : 0;
      latest_ = data->seqno();
    }
    if (latest_ - data->seqno() < 8)
      seen_ |= 1 << (latest_ - data->seqno());
    Packet *answer = allocpkt();
    hdr_tcp *ack = hdr_tcp::access(answer);
    ack->seqno() = latest_;
    ack->reason() = seen_ & 0xff;
    ack->ts_echo() = data->ts();
    hdr_cmn::access(answer)->size() = 40;
    send(answer, 0);
    Packet::free(packet);
  }

protected:
  int latest_ = -1, seen_ = 0;
};

static class TfrcpClass : public TclClass {
public:
  TfrcpClass() : TclClass("Agent/TCP/Tfrcp") {}
  TclObject *create(int, const char *const *) override { return new TfrcpAgent; }
  void known() { bind(); }
} class_tfrcp;

static class TfrcpSinkClass : public TclClass {
public:
  TfrcpSinkClass() : TclClass("Agent/TfrcpSink") {}
  TclObject *create(int, const char *const *) override { return new TfrcpSink; }
  void known() { bind(); }
} class_tfrcp_sink;

extern "C" int Tfrcp_Init(Tcl_Interp *) {
  class_tfrcp.known();
  class_tfrcp_sink.known();
  return TCL_OK;
}
